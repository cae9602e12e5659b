/// A command line or a written script that cannot be read.
struct UsageError: Error, CustomStringConvertible {
    private let problem: String

    init(_ problem: String) { self.problem = problem }

    static func unknown(_ word: String) -> UsageError { UsageError("\"\(word)\" is not known") }

    var description: String { "\(problem); --help lists the words" }
}
