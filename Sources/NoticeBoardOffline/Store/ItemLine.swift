import Foundation
import NoticeBoardBase

/// The line of a stored item:
/// `{"crc":"1b2c3d4e","id":7,"notice":true,"version":2,"plain":["title","text"],"isPlain":true,"post":{…}}`.
///
/// `plain` has the texts that a search reads, and `post` the item; the names are those of the first stored boards. Pinned items
/// have `notice`, and items of a later form their `version`. An item that leaves out what a text has as well has `isPlain`.
enum ItemLine {
    /// The start of an item's line.
    struct Head {
        var id: StoredID
        /// Whether the service may show the item at any position.
        var isPinned = false
        /// The version of the item's form.
        var version = 1
    }

    static let start = #"{"crc":""#.utf8
    private static let idStart = #","id":"#.utf8
    private static let pinnedMark = #","notice":true"#.utf8
    private static let versionStart = #","version":"#.utf8
    private static let textsStart = #","plain":["#.utf8
    private static let packedMark = #","isPlain":true"#.utf8
    private static let itemStart = #","post":"#.utf8
    /// The offset of the checksummed part, after the eight digits and a quotation mark.
    private static let bodyStart = start.count + 9

    // MARK: - Writing

    /// Returns the line of an item; `item` is its JSON.
    static func line(_ head: Head, texts: [String], isPacked: Bool, item: Data) throws -> [UInt8] {
        var body = Array(idStart) + Array(head.id.json.utf8)
        if head.isPinned { body += Array(pinnedMark) }
        if head.version != 1 { body += Array(versionStart) + Array(String(head.version).utf8) }
        body += Array(textsStart) + (try StoredJSON.data(of: texts)).dropFirst()
        if isPacked { body += Array(packedMark) }
        body += Array(itemStart) + item + [UInt8(ascii: "}")]
        let sum = String(CRC32.of(body), radix: 16)
        return Array(start) + Array((String(repeating: "0", count: 8 - sum.utf8.count) + sum + "\"").utf8) + body
    }

    // MARK: - Reading

    /// Parses the start of a line; returns `nil` if its checksum is wrong.
    ///
    /// Works on the bytes in place, since every line of a file is checked before its first item is shown.
    static func head(in line: UnsafeRawBufferPointer) -> Head? {
        guard line.count > bodyStart else { return nil }
        let body = unsafe UnsafeRawBufferPointer(rebasing: line.dropFirst(bodyStart))
        let digits = unsafe String(decoding: line[start.count..<start.count + 8], as: UTF8.self)
        guard let sum = UInt32(digits, radix: 16), unsafe CRC32.of(body) == sum else { return nil }
        return unsafe head(inBody: body)
    }

    /// Parses a line after its checksum.
    private static func head(inBody body: UnsafeRawBufferPointer) -> Head? {
        let value = unsafe body.dropFirst(idStart.count)
        var head: Head
        let length: Int
        if let number = unsafe JSONScan.number(value) {
            head = Head(id: .number(number.value))
            length = number.length
        } else {
            length = unsafe JSONScan.lengthOfValue(value)
            guard length > 0 else { return nil }
            head = unsafe Head(id: StoredID(json: String(decoding: value.prefix(length), as: UTF8.self)))
        }
        var rest = unsafe value.dropFirst(length)
        if unsafe rest.starts(with: pinnedMark) {
            head.isPinned = true
            unsafe rest = rest.dropFirst(pinnedMark.count)
        }
        if unsafe rest.starts(with: versionStart) {
            let number = unsafe rest.dropFirst(versionStart.count).prefix { 48...57 ~= $0 }
            guard let version = unsafe Int(String(decoding: number, as: UTF8.self)) else { return nil }
            head.version = version
        }
        return head
    }

    /// Returns the version of a checked line.
    static func version(in line: UnsafeRawBufferPointer) -> Int {
        unsafe head(inBody: UnsafeRawBufferPointer(rebasing: line.dropFirst(bodyStart)))?.version ?? 1
    }

    /// The parts of a line that were checked when its file was read.
    struct Parts {
        /// The texts that a search reads; `nil` for a text that was not wanted.
        var texts: [String?] = []
        /// Whether the item leaves out what a text has as well.
        var isPacked = false
        /// The JSON of the item.
        var item = ArraySlice<UInt8>()
    }

    /// Returns the parts of a line, with the wanted texts; `nil` for a line of another form.
    static func parts(of line: ArraySlice<UInt8>, wanting isWanted: (Int) -> Bool = { _ in true }) -> Parts? {
        let value = line.dropFirst(bodyStart + idStart.count)
        guard var rest = value.dropFirst(JSONScan.lengthOfValue(value)).from(textsStart) else { return nil }
        var parts = Parts()
        while let first = rest.first, first != UInt8(ascii: "]") {
            if first == UInt8(ascii: ",") { rest = rest.dropFirst() }
            guard let text = JSONScan.text(&rest, isWanted: isWanted(parts.texts.count)) else { return nil }
            parts.texts.append(text.value)
        }
        rest = rest.dropFirst()
        if rest.starts(with: packedMark) {
            parts.isPacked = true
            rest = rest.dropFirst(packedMark.count)
        }
        guard rest.starts(with: itemStart), rest.last == UInt8(ascii: "}") else { return nil }
        parts.item = rest.dropFirst(itemStart.count).dropLast()
        return parts
    }
}

extension ArraySlice<UInt8> {
    /// Returns the bytes after the first occurrence of a mark in a line's short start.
    fileprivate func from(_ mark: String.UTF8View) -> ArraySlice<UInt8>? {
        var rest = self
        while let index = rest.firstIndex(of: UInt8(ascii: ",")) {
            rest = rest[index...]
            if rest.starts(with: mark) { return rest.dropFirst(mark.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
