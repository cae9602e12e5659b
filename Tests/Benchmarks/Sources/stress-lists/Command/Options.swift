/// What the command line says.
struct Options {
    enum Command {
        case help
        case run
        case replay(Script)
    }

    private(set) var command = Command.run
    /// The number of scripts of each kind.
    private(set) var count: UInt64 = 100
    /// The seed of the first script of each kind; the others follow it.
    private(set) var seed = UInt64.random(in: 1...1_000_000)
    private(set) var kinds = ListKind.all
    /// The number of faults of each class and kind that are shrunk; `nil` shrinks one of each class that must not occur.
    private(set) var shrunk: Int?

    /// The seeds of the scripts of each kind.
    var seeds: some Sequence<UInt64> { (0..<count).lazy.map { [seed] in seed &+ $0 } }

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        var numbers: [UInt64] = []
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": command = .help
            case "--kinds": kinds = try Self.kinds(value(of: argument))
            case "--shrink": shrunk = Int(try Self.number(value(of: argument)))
            case "--replay": command = .replay(try Script(setup: value(of: argument), acts: value(of: argument)))
            default: numbers.append(try Self.number(argument))
            }
        }
        if numbers.count > 2 { throw UsageError.unknown("\(numbers[2])") }
        count = numbers.first ?? count
        seed = numbers.dropFirst().first ?? seed
    }

    private static func number(_ text: String) throws -> UInt64 {
        guard let number = UInt64(text) else { throw UsageError.unknown(text) }
        return number
    }

    /// Returns the kinds that have one of the words in each respect; where no word is said, all.
    private static func kinds(_ words: String) throws -> [ListKind] {
        var kinds = KindChoice()
        for word in words.split(separator: ",").map(String.init) { try kinds.add(word) }
        return ListKind.all.filter(kinds.contains)
    }
}

/// The kinds that the option `--kinds` names.
private struct KindChoice {
    private var orders: Set<RowOrder> = []
    private var pagings: Set<Paging> = []
    private var habits: Set<Habit> = []

    mutating func add(_ word: String) throws {
        if let order = RowOrder(rawValue: word) {
            orders.insert(order)
        } else if let paging = Paging(rawValue: word) {
            pagings.insert(paging)
        } else if let habit = Habit(rawValue: word) {
            habits.insert(habit)
        } else {
            throw UsageError.unknown(word)
        }
    }

    func contains(_ kind: ListKind) -> Bool {
        guard orders.isEmpty || orders.contains(kind.order) else { return false }
        guard pagings.isEmpty || pagings.contains(kind.paging) else { return false }
        return habits.isEmpty || habits.contains(kind.habit)
    }
}
