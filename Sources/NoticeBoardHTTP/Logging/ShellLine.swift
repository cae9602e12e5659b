/// A command line for bash and zsh, in which every argument arrives byte for byte.
struct ShellLine {
    private(set) var text = ""

    init(command: String) { text = command }

    /// Appends arguments.
    mutating func append(_ arguments: String...) {
        for argument in arguments { append(Array(argument.utf8)) }
    }

    /// Appends an argument, or three dots for one with a NUL, which no argument can have.
    mutating func append(_ argument: [UInt8]) {
        text += " " + Self.quoted(argument.contains(0) ? Array("...".utf8) : argument)
    }

    /// Quotes bytes as one word.
    ///
    /// It works on bytes, since a combining mark makes another `Character` of a quotation mark. What is not printable ASCII is
    /// written in digits: a terminal would act on a control character, and a shell may use another encoding than UTF-8.
    private static func quoted(_ word: [UInt8]) -> String {
        if !word.isEmpty, word.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }) {
            return String(decoding: word, as: UTF8.self)
        }
        if word.allSatisfy({ 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "'") }) {
            return "'\(String(decoding: word, as: UTF8.self))'"
        }
        return "$'\(word.map(escaped).joined())'"
    }

    /// Returns a byte for `$'…'`: printable ASCII except for quotation marks and backslashes, or a backslash and three digits.
    private static func escaped(_ byte: UInt8) -> String {
        if 0x20...0x7E ~= byte, byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\\") {
            return String(Unicode.Scalar(byte))
        }
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
}
