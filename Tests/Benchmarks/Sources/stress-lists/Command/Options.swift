/// What the command line says.
struct Options {
    enum Command {
        case help
        case run
        case replay(Script)
    }

    /// A command line that cannot be read.
    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var command = Command.run
    /// The number of scripts of each kind.
    private(set) var count: UInt64 = 100
    /// The seed of the first script of each kind; the others follow it.
    private(set) var seed = UInt64.random(in: 1...1_000_000)
    private(set) var kinds = ListKind.all
    /// The number of faults of each class and kind that are shrunk; `nil` shrinks one of each class that must not occur.
    private(set) var shrunk: Int?

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        var numbers: [UInt64] = []
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": command = .help
            case "--kinds": kinds = try Self.kinds(rest.popFirst())
            case "--shrink":
                guard let number = rest.popFirst().flatMap({ Int($0) }) else {
                    throw UsageError(description: "--shrink takes a number")
                }
                shrunk = number
            case "--replay":
                guard let setup = rest.popFirst(), let acts = rest.popFirst() else {
                    throw UsageError(description: "--replay takes a setup and acts")
                }
                command = .replay(try Script(setup: setup, acts: acts))
            default:
                guard let number = UInt64(argument), numbers.count < 2 else { throw UnknownWord(word: argument) }
                numbers.append(number)
            }
        }
        if let count = numbers.first { self.count = count }
        if numbers.count > 1 { seed = numbers[1] }
    }

    /// Returns the kinds that have one of the words in each respect; where no word is said, all.
    private static func kinds(_ words: String?) throws -> [ListKind] {
        var orders: [RowOrder] = []
        var pagings: [Paging] = []
        var habits: [Habit] = []
        for word in (words ?? "").split(separator: ",").map(String.init) {
            if let order = RowOrder(rawValue: word) {
                orders.append(order)
            } else if let paging = Paging(rawValue: word) {
                pagings.append(paging)
            } else if let habit = Habit(rawValue: word) {
                habits.append(habit)
            } else {
                throw UnknownWord(word: word)
            }
        }
        return ListKind.all.filter { kind in
            (orders.isEmpty || orders.contains(kind.order)) && (pagings.isEmpty || pagings.contains(kind.paging))
                && (habits.isEmpty || habits.contains(kind.habit))
        }
    }
}
