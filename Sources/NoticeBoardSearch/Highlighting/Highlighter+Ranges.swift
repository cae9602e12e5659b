public import Foundation

// Every search that calls no closure of a caller's is `releasenone`: it gives up nothing that the caller holds. That is a
// promise which the compiler does not check. It is kept because a search only reads its text and its prepared terms, and owns
// whatever else it makes. Without it, a loop over texts retains and releases each of them around the call, which costs as
// much as looking at a title does.

extension Highlighter {
    /// A match: where it stands, and which term it is of.
    public struct Match: Sendable, Hashable {
        /// Where it stands in the text.
        public let range: Range<String.Index>
        /// The index in `terms` of the term; of the first of them, when matches of several were merged.
        public let term: Int

        init(range: Range<String.Index>, term: Int) { (self.range, self.term) = (range, term) }
    }

    /// Every range to mark in `text`, in order, at most `limit`.
    @_effects(releasenone)
    public func ranges(in text: String, limit: Int = .max) -> [Range<String.Index>] {
        collect(text, limit, IndexConverter())
    }

    /// The first range to mark in `text`, or nil.
    @_effects(releasenone)
    public func firstRange(in text: String) -> Range<String.Index>? {
        ByteView.read(text) { bytes, native -> Range<String.Index>? in
            var converter = IndexConverter()
            let hit =
                switch onlyTerm.glance(at: bytes) {
                case .nothing: nil as Hit?
                case .bytes: onlyTerm.first(bytes, native)
                case .unclear: firstClosely(bytes, native)
                }
            return hit.map { converter.convert($0, in: text, bytes) }
        } ?? nil
    }

    /// Every match in `text`, in order, each with its term, at most `limit`.
    @_effects(releasenone)
    public func matches(in text: String, limit: Int = .max) -> [Match] {
        collect(text, limit, MatchConverter())
    }

    /// Every range to mark in `text`, in UTF-8 offsets from its start, at most `limit`.
    @_effects(releasenone)
    public func utf8Ranges(in text: String, limit: Int = .max) -> [Range<Int>] {
        collect(text, limit, OffsetConverter())
    }

    /// Every range to mark in `text`, in UTF-16 units as attributed strings count them, at most `limit`.
    @_effects(releasenone)
    public func utf16Ranges(in text: String, limit: Int = .max) -> [NSRange] {
        collect(text, limit, UTF16Converter())
    }

    /// Hands every match in `text` to `body`, in order, at most `limit`, without building an array.
    public func forEachMatch(in text: String, limit: Int = .max, _ body: (Match) -> Void) {
        guard limit > 0, !onlyTerm.forEachMatch(in: text, limit, body) else { return }
        _ = ByteView.read(text) { bytes, native in forEachClosely(text, limit, bytes, native, body) }
    }

    @inline(__always) private func collect<Converter: HitConverter>(
        _ text: String, _ limit: Int, _ converter: Converter
    ) -> [Converter.Output] {
        guard limit > 0 else { return [] }
        let found = ByteView.read(text) { bytes, native -> [Converter.Output] in
            switch onlyTerm.glance(at: bytes) {
            case .nothing: []
            case .bytes: onlyTerm.collect(text, limit, converter, bytes, native)
            case .unclear: collectClosely(text, limit, converter, bytes, native)
            }
        }
        return found ?? []
    }
}
