extension ByteTerm {
    /// Views of the first `limit` matches in a text in which comparing bytes finds every match.
    @inline(__always) func collect<Converter: HitConverter>(
        _ text: String, _ limit: Int, _ converter: Converter, _ bytes: ByteView, _ native: String
    ) -> [Converter.Output] {
        pattern.isLetter
            ? collectLetters(text, limit, converter, bytes, native) : collectWords(text, limit, converter, bytes, native)
    }

    @inline(never) private func collectWords<Converter: HitConverter>(
        _ text: String, _ limit: Int, _ converter: Converter, _ bytes: ByteView, _ native: String
    ) -> [Converter.Output] {
        var (starts, search, converter) = (FirstStarts(), ByteSearch(from: 0), converter)
        let few = min(limit, FirstStarts.room)
        while starts.count < few, let range = search.next(pattern, bytes, native, before: bytes.count) {
            starts.append(range.lowerBound)
        }
        var views = starts.views(&converter, ofLength: pattern.count, in: text, bytes)
        if starts.count < FirstStarts.room { return views }
        while views.count < limit, let range = search.next(pattern, bytes, native, before: bytes.count) {
            views.append(converter.convert(Hit(range: range, term: 0), in: text, bytes))
        }
        return views
    }

    /// A letter is there again and again, and where it is, there is nothing more to compare.
    @inline(never) private func collectLetters<Converter: HitConverter>(
        _ text: String, _ limit: Int, _ converter: Converter, _ bytes: ByteView, _ native: String
    ) -> [Converter.Output] {
        var (starts, converter) = (FirstStarts(), converter)
        var (cursor, edges) = (BlockCursor(from: 0), Edges())
        let few = min(limit, FirstStarts.room)
        while starts.count < few, let start = cursor.next(pattern.letter, bytes, before: bytes.count) {
            if bytes.isAmongASCII(start) || edges.areBoundaries(start..<start &+ 1, bytes, native) { starts.append(start) }
        }
        var views = starts.views(&converter, ofLength: 1, in: text, bytes)
        if starts.count < FirstStarts.room { return views }
        while views.count < limit, let start = cursor.next(pattern.letter, bytes, before: bytes.count) {
            guard bytes.isAmongASCII(start) || edges.areBoundaries(start..<start &+ 1, bytes, native) else { continue }
            views.append(converter.convert(Hit(range: start..<start &+ 1, term: 0), in: text, bytes))
        }
        return views
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

    /// The first match in a text in which comparing bytes finds every match.
    @inline(never) func first(_ bytes: ByteView, _ native: String) -> Hit? {
        var search = ByteSearch(from: 0)
        return search.next(pattern, bytes, native, before: bytes.count).map { Hit(range: $0, term: 0) }
    }
}
