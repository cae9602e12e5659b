/// What happened in a script, line by line.
final class Trace {
    private let isOn: Bool
    private(set) var lines: [String] = []

    init(isOn: Bool) { self.isOn = isOn }

    /// Adds a line.
    ///
    /// A script without a trace does not make its text.
    func add(_ line: @autoclosure () -> String) {
        if isOn { lines.append(line()) }
    }
}
