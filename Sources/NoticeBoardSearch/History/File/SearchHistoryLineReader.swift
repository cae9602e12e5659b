import Foundation

/// Reads lines in exactly the form in which they are written, several times as fast as a decoder does.
struct SearchHistoryLineReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ line: Data) { bytes = [UInt8](line) }

    /// Returns the entries of a line that holds nothing else, or `nil` for any other line, which a decoder has to read.
    mutating func entries() -> [SearchHistoryLog.StoredEntry]? {
        guard skip("{\"put\":[") else { return nil }
        var entries: [SearchHistoryLog.StoredEntry] = []
        repeat {
            guard let entry = entry() else { return nil }
            entries.append(entry)
        } while skip(",")
        return skip("]}") && place == bytes.count ? entries : nil
    }

    private mutating func entry() -> SearchHistoryLog.StoredEntry? {
        guard skip("{\"keyword\":\""), let keyword = text(), skip(",\"target\":\""), let target = text(),
            skip(",\"at\":"), let at: Double = number(), at.isFinite, skip(",\"count\":"), let count: Int = number(),
            skip(",\"place\":"), let place: UInt64 = number()
        else { return nil }
        let pinned = skip(",\"pinned\":true") ? true : nil
        let imported = skip(",\"imported\":true") ? true : nil
        guard skip("}") else { return nil }
        return SearchHistoryLog.StoredEntry(
            keyword: keyword, target: target, at: at, count: count, place: place, pinned: pinned, imported: imported)
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place + count <= bytes.count else { return false }
        let isEqual = unsafe bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            return unsafe memcmp(start + place, text.utf8Start, count) == 0
        }
        if isEqual { place += count }
        return isEqual
    }

    /// The text up to the next quotation mark, which is skipped; `nil` if it has escapes or is no UTF-8.
    private mutating func text() -> String? {
        var end = place
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            if bytes[end] == UInt8(ascii: "\\") || bytes[end] < 0x20 { return nil }
            end += 1
        }
        guard end < bytes.count else { return nil }
        let text = String(decoding: bytes[place..<end], as: UTF8.self)
        // Invalid bytes were replaced.
        guard text.utf8.elementsEqual(bytes[place..<end]) else { return nil }
        place = end + 1
        return text
    }

    private mutating func number<Number: LosslessStringConvertible>() -> Number? {
        let start = place
        while place < bytes.count, isOfNumber(bytes[place]) { place += 1 }
        return Number(String(decoding: bytes[start..<place], as: UTF8.self))
    }

    private func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        case UInt8(ascii: "e"): true
        default: false
        }
    }
}
