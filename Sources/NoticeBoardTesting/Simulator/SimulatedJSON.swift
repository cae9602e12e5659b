/// JSON written independently of the library, with keys in the given order.
indirect enum SimulatedJSON {
    case string(String)
    /// An integer, as its digits.
    case digits(String)
    case bool(Bool)
    case null
    case array([SimulatedJSON])
    case members([(String, SimulatedJSON)])

    /// Returns an integer of any width: a time in milliseconds exceeds a 32-bit `Int`.
    static func number(_ number: some BinaryInteger) -> SimulatedJSON { .digits(String(number)) }

    /// Returns an object of the members that have a value.
    static func object(_ members: [(String, SimulatedJSON?)]) -> SimulatedJSON {
        .members(members.compactMap { name, value in value.map { (name, $0) } })
    }

    static func strings(_ texts: [String]) -> SimulatedJSON { .array(texts.map { .string($0) }) }

    var text: String {
        switch self {
        case .string(let text): Self.quoted(text)
        case .digits(let digits): digits
        case .bool(let bool): bool ? "true" : "false"
        case .null: "null"
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .members(let members): "{" + members.map { Self.quoted($0) + ":" + $1.text }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
