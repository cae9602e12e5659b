/// Finds where tags end, and remembers the way of each search that found nothing.
///
/// A quoted value may hold anything, so that a text can be built in which every `<` looks through all the rest: a search that
/// comes to a place in the same state as one that failed will fail too, and stops there.
struct DeadEnds {
    private enum State: UInt8 {
        case outside = 1
        /// After `=`, where a quotation mark begins a value.
        case beforeValue = 2
        case inDouble = 4
        case inSingle = 8
        /// In a value without quotation marks, which ends with white space.
        case inBareValue = 16

        var isQuoted: Bool { self == .inDouble || self == .inSingle }
    }

    /// For each place the states, as bits, in which a search that failed came by; nothing until one has.
    private var failed: [UInt8] = []

    /// The place after the `>` that ends a tag whose name ends at `start`; nothing when there is none, or another `<` before.
    mutating func tagEnd(in bytes: [UInt8], from start: Int) -> Int? {
        var state = State.outside
        var index = start
        while index < bytes.count, failed.isEmpty || failed[index] & state.rawValue == 0 {
            if bytes[index] == UInt8(ascii: ">"), !state.isQuoted { return index + 1 }
            guard let next = Self.after(bytes[index], in: state) else { break }
            (state, index) = (next, index + 1)
        }
        remember(bytes, from: start, to: index)
        return nil
    }

    /// The state after `byte`; nothing where the search is over.
    private static func after(_ byte: UInt8, in state: State) -> State? {
        switch (state, byte) {
        case (.inDouble, UInt8(ascii: "\"")), (.inSingle, UInt8(ascii: "'")): .outside
        case (.inDouble, _), (.inSingle, _): state
        case (_, UInt8(ascii: "<")): nil
        case (.beforeValue, UInt8(ascii: "\"")): .inDouble
        case (.beforeValue, UInt8(ascii: "'")): .inSingle
        case (_, 0x20), (_, 0x09...0x0D): state == .beforeValue ? .beforeValue : .outside
        case (.beforeValue, _), (.inBareValue, _): .inBareValue
        case (.outside, UInt8(ascii: "=")): .beforeValue
        // No attribute is named with these, but `a<b && c>d` is written all the time.
        case (.outside, UInt8(ascii: "&")), (.outside, UInt8(ascii: "|")), (.outside, UInt8(ascii: "(")): nil
        case (.outside, _): .outside
        }
    }

    private mutating func remember(_ bytes: [UInt8], from start: Int, to end: Int) {
        if failed.isEmpty { failed = Array(repeating: 0, count: bytes.count) }
        var state = State.outside
        for index in start..<end {
            failed[index] |= state.rawValue
            guard let next = Self.after(bytes[index], in: state) else { return }
            state = next
        }
    }
}
