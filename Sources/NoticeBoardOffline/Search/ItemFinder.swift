import NoticeBoardBase
import NoticeBoardSearch

/// Finds items with matching texts.
struct ItemFinder<Item: Identifiable & Codable & Sendable>: Sendable where Item.ID: Codable & Sendable {
    private let highlighter: Highlighter
    private let coder: ItemCoder<Item>
    /// Whether each of the texts is searched.
    private let isWanted: [Bool]
    private let filter: ByteFilter?

    init(_ highlighter: Highlighter, _ names: Set<String>?, _ coder: ItemCoder<Item>) {
        self.highlighter = highlighter
        self.coder = coder
        isWanted = coder.rules.fields.map { names?.contains($0.name) ?? true }
        // JSON escapes quotation marks, backslashes and control characters.
        filter = ByteFilter(highlighter) { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    }

    /// Returns the matching items of a window, in its order.
    func items(in window: MirrorWindow) -> [Item] {
        let ranges = window.ranges
        let candidates = filter.map { $0.candidates(among: ranges, of: window.bytes) } ?? Array(ranges.indices)
        return candidates.compactMap { index in
            let line = window.bytes[ranges[index]]
            guard coder.texts(in: line, wanting: isWanted).contains(where: { highlighter.isMatch(in: $0) }) else { return nil }
            return try? coder.item(in: line)
        }
    }
}
