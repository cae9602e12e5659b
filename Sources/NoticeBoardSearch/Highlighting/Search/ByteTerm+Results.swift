extension ByteTerm {
    /// Views of the first `limit` matches in a text in which comparing bytes finds every match.
    @inline(never) func collect<Converter: HitConverter>(
        _ text: String, _ limit: Int, _ converter: Converter, _ bytes: ByteView, _ native: String
    ) -> [Converter.Output] {
        var (results, converter) = ([] as [Converter.Output], converter)
        var search = ByteSearch(from: 0)
        while results.count < limit, let range = search.next(pattern, bytes, native, before: bytes.count) {
            // One allocation is enough for most titles; a letter or two may be there again and again.
            if results.isEmpty { results.reserveCapacity(min(limit, pattern.count <= 2 ? 8 : 4)) }
            results.append(converter.convert(Hit(range: range, term: 0), in: text, bytes))
        }
        return results
    }

    /// Hands over the first `limit` matches in a text in which comparing bytes finds every match.
    @inline(never) func forEachMatch(
        _ text: String, _ limit: Int, _ bytes: ByteView, _ native: String, _ body: (Highlighter.Match) -> Void
    ) {
        var (converter, count) = (MatchConverter(), 0)
        var search = ByteSearch(from: 0)
        while count < limit, let range = search.next(pattern, bytes, native, before: bytes.count) {
            body(converter.convert(Hit(range: range, term: 0), in: text, bytes))
            count += 1
        }
    }
}
