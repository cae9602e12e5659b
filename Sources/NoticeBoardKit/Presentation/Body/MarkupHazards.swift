/// Where in HTML a mark would break something: within tags, comments and entities, and within elements whose tags would be shown
/// as they are.
///
/// It follows the rules by which browsers divide HTML, which are others than those of a ``MarkupReader``: to a browser any letter
/// after `<` begins a tag. Where it is not sure it takes more. The time is linear.
struct MarkupHazards {
    /// From left to right, none within another.
    private(set) var ranges: [Range<Int>] = []
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var index = 0
        while let start = bytes[index...].firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) {
            guard let end = bytes[start] == UInt8(ascii: "&") ? endOfEntity(at: start) : end(ofMarkupAt: start) else {
                index = start + 1
                continue
            }
            ranges.append(start..<end)
            index = end
        }
    }

    /// Where that ends which begins with `<`; nothing where it is text.
    private func end(ofMarkupAt start: Int) -> Int? {
        let next = byte(start + 1)
        if let next, next.isASCIILetter {
            let name = self.name(at: start + 1)
            let tag = tag(from: start + 1 + name.count)
            return tag.endsItself && Self.endingThemselves.contains(name) ? tag.end : endOfElement(name, from: tag.end)
        }
        switch next {
        case UInt8(ascii: "/")?:
            guard let letter = byte(start + 2) else { return bytes.count }
            if letter.isASCIILetter { return endOfTag(from: start + 2 + name(at: start + 2).count) }
            return end(behind: ">", from: start + 2)
        case UInt8(ascii: "!")? where bytes[start...].starts(with: "<!--".utf8): return endOfComment(from: start + 4)
        case UInt8(ascii: "!")?, UInt8(ascii: "?")?: return end(behind: ">", from: start + 1)
        default: return nil
        }
    }

    /// Also of one without a semicolon, which browsers read here and there.
    private func endOfEntity(at start: Int) -> Int? {
        let name = bytes[(start + 1)...].prefix(32).prefix {
            $0.isASCIILetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "#")
        }
        if name.isEmpty { return nil }
        return byte(name.endIndex) == UInt8(ascii: ";") ? name.endIndex + 1 : name.endIndex
    }

    /// The name of a tag in small letters.
    private func name(at start: Int) -> [UInt8] {
        bytes[start...].prefix { !$0.isMarkupSpace && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
            .map { $0.isASCIILetter ? $0 | 0x20 : $0 }
    }

    // MARK: - Tags

    private enum State { case beforeName, name, afterName, beforeValue, inDouble, inSingle, inBare }

    /// Behind the `>` that ends a tag, from behind its name on.
    private func endOfTag(from start: Int) -> Int { tag(from: start).end }

    /// The same, and whether a slash stands before that and is no part of a value.
    private func tag(from start: Int) -> (end: Int, endsItself: Bool) {
        var (state, index) = (State.beforeName, start)
        while let byte = byte(index) {
            if byte == UInt8(ascii: ">"), state != .inDouble, state != .inSingle {
                return (index + 1, bytes[index - 1] == UInt8(ascii: "/") && state != .inBare)
            }
            state = Self.after(byte, state)
            index += 1
        }
        return (bytes.count, false)
    }

    private static func after(_ byte: UInt8, _ state: State) -> State {
        switch (state, byte) {
        case (.inDouble, UInt8(ascii: "\"")), (.inSingle, UInt8(ascii: "'")): .beforeName
        case (.inDouble, _), (.inSingle, _): state
        case (.beforeValue, UInt8(ascii: "\"")): .inDouble
        case (.beforeValue, UInt8(ascii: "'")): .inSingle
        case (.beforeValue, _): byte.isMarkupSpace ? .beforeValue : .inBare
        case (.inBare, _): byte.isMarkupSpace ? .beforeName : .inBare
        case (.name, UInt8(ascii: "=")), (.afterName, UInt8(ascii: "=")): .beforeValue
        case (_, UInt8(ascii: "/")): .beforeName
        case (.name, _): byte.isMarkupSpace ? .afterName : .name
        case (_, _): byte.isMarkupSpace ? state : .name
        }
    }

    // MARK: - What holds no tags

    private static let rawElements: Set<[UInt8]> = Set(
        ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript", "svg", "math"].map {
            Array($0.utf8)
        })

    /// Those of them that need no second tag where the first ends with a slash.
    private static let endingThemselves: Set<[UInt8]> = [Array("svg".utf8), Array("math".utf8)]

    /// Behind an element whose text is no place for a mark; behind its tag, where it is another.
    private func endOfElement(_ name: [UInt8], from start: Int) -> Int {
        if name == Array("plaintext".utf8) { return bytes.count }
        guard Self.rawElements.contains(name) else { return start }
        var index = start
        while let place = end(of: "</", from: index) {
            if self.name(at: place) == name {
                let isScript = name == Array("script".utf8)
                // Within a comment of a script its end may be none.
                if isScript, end(of: "<!--", from: start, to: place) != nil { return bytes.count }
                return endOfTag(from: place + name.count)
            }
            index = place
        }
        return bytes.count
    }

    private func endOfComment(from start: Int) -> Int {
        if byte(start) == UInt8(ascii: ">") { return start + 1 }
        if bytes[min(start, bytes.count)...].starts(with: "->".utf8) { return start + 2 }
        var index = start
        while let place = end(of: "--", from: index) {
            if byte(place) == UInt8(ascii: ">") { return place + 1 }
            if byte(place) == UInt8(ascii: "!"), byte(place + 1) == UInt8(ascii: ">") { return place + 2 }
            index = place - 1
        }
        return bytes.count
    }

    private func end(behind mark: StaticString, from start: Int) -> Int { end(of: mark, from: start) ?? bytes.count }

    private func end(of mark: StaticString, from start: Int, to limit: Int = .max) -> Int? {
        let mark = Array(mark.description.utf8)
        var index = start
        while index + mark.count <= min(bytes.count, limit) {
            if bytes[index] == mark[0], bytes[index..<(index + mark.count)].elementsEqual(mark) { return index + mark.count }
            index += 1
        }
        return nil
    }

    private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
    fileprivate var isMarkupSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
}
