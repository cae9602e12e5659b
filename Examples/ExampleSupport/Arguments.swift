import TerminalSupport

/// A parsed command line: options as `--name value` or `--name=value`, and switches as `--name`.
package struct Arguments {
    private var values: [String: String] = [:]
    private var switchedOn: Set<String> = []
    /// Whether `--help` or `-h` was given.
    package private(set) var wantsHelp = false

    /// Parses arguments; a name in neither `options` nor `switches` throws a usage failure.
    package init(_ arguments: [String], options: Set<String>, switches: Set<String> = []) throws(Failure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--help" || argument == "-h" {
                wantsHelp = true
                continue
            }
            if switches.contains(argument) {
                switchedOn.insert(argument)
                continue
            }
            let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard options.contains(halves[0]) else {
                throw Failure(.usage, "There is no option \(argument.visible). Try --help.")
            }
            guard let value = halves.count == 2 ? halves[1] : rest.popFirst() else {
                throw Failure(.usage, "\(halves[0]) needs a value. Try --help.")
            }
            guard values.updateValue(value, forKey: halves[0]) == nil else {
                throw Failure(.usage, "\(halves[0]) is given twice.")
            }
        }
    }

    package func isOn(_ name: String) -> Bool { switchedOn.contains(name) }

    package func text(_ option: String) -> String? { values[option] }

    package func number<Number: FixedWidthInteger>(_ option: String, in range: ClosedRange<Number>) throws(Failure) -> Number? {
        guard let text = values[option] else { return nil }
        guard let number = Number(text), range.contains(number) else {
            throw Failure(.usage, "\(option) must be a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
