/// What takes more than comparing bytes: folding, what is being typed, several terms.
extension Highlighter {
    /// Whether the matches are those of one term, as they are.
    private var hasSingleTerm: Bool { compiled.count == 1 && merge != .touching }

    /// Views of the first `limit` matches.
    @inline(never) func collectClosely<Converter: HitConverter>(
        _ text: String, _ limit: Int, _ converter: Converter, _ bytes: ByteView, _ native: String
    ) -> [Converter.Output] {
        var (results, converter) = ([] as [Converter.Output], converter)
        func keep(_ hit: Hit) {
            if results.isEmpty { results.reserveCapacity(min(limit, 4)) }
            results.append(converter.convert(hit, in: text, bytes))
        }
        if hasSingleTerm {
            var search = TermSearch(compiled[0])
            while results.count < limit, let range = search.next(bytes, native) { keep(Hit(range: range, term: 0)) }
        } else if !compiled.isEmpty {
            var search = MergedSearch(compiled, merge, bytes, native)
            while results.count < limit, let hit = search.next(bytes, native) { keep(hit) }
        }
        return results
    }

    /// Hands over the first `limit` matches.
    @inline(never) func forEachClosely(
        _ text: String, _ limit: Int, _ bytes: ByteView, _ native: String, _ body: (Match) -> Void
    ) {
        var (converter, count) = (MatchConverter(), 0)
        if hasSingleTerm {
            var search = TermSearch(compiled[0])
            while count < limit, let range = search.next(bytes, native) {
                body(converter.convert(Hit(range: range, term: 0), in: text, bytes))
                count += 1
            }
        } else if !compiled.isEmpty {
            var search = MergedSearch(compiled, merge, bytes, native)
            while count < limit, let hit = search.next(bytes, native) {
                body(converter.convert(hit, in: text, bytes))
                count += 1
            }
        }
    }

    /// The first match.
    @inline(never) func firstClosely(_ bytes: ByteView, _ native: String) -> Hit? {
        if hasSingleTerm {
            var search = TermSearch(compiled[0])
            return search.next(bytes, native).map { Hit(range: $0, term: 0) }
        }
        guard !compiled.isEmpty else { return nil }
        var search = MergedSearch(compiled, merge, bytes, native)
        return search.next(bytes, native)
    }
}
