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
        var (search, converter) = (ByteSearch(from: 0), converter)
        guard let range = search.next(pattern, bytes, native, before: bytes.count) else { return [] }
        let first = converter.convert(Hit(range: range, term: 0), in: text, bytes)
        var views: [Converter.Output] = []
        while max(1, views.count) < limit, let range = search.next(pattern, bytes, native, before: bytes.count) {
            if views.isEmpty {
                views.reserveCapacity(min(limit, 8))
                views.append(first)
            }
            views.append(converter.convert(Hit(range: range, term: 0), in: text, bytes))
        }
        // A list that is made whole takes less time than one that grows.
        return views.isEmpty ? [first] : views
    }

    /// A letter is there again and again, and where it is, there is nothing more to compare.
    @inline(never) private func collectLetters<Converter: HitConverter>(
        _ text: String, _ limit: Int, _ converter: Converter, _ bytes: ByteView, _ native: String
    ) -> [Converter.Output] {
        if limit >= 4, let few = few(converter, text, bytes) { return few }
        var (views, converter) = ([] as [Converter.Output], converter)
        var (cursor, edges) = (BlockCursor(from: 0), Edges())
        while views.count < limit, let start = cursor.next(pattern.letter, bytes, before: bytes.count) {
            guard bytes.isAmongASCII(start) || edges.areBoundaries(start..<start &+ 1, bytes, native) else { continue }
            // What a title can be expected to have, so that it is allocated once.
            if views.isEmpty { views.reserveCapacity(min(limit, max(16, min(bytes.count, 1024) / 4))) }
            views.append(converter.convert(Hit(range: start..<start &+ 1, term: 0), in: text, bytes))
        }
        return views
    }

    /// The matches of a letter in a title, when it has four at most and they stand among ASCII.
    ///
    /// How many there are is the only thing to decide here: each decision that nobody can foresee costs as much as a match.
    @inline(__always) private func few<Converter: HitConverter>(
        _ converter: Converter, _ text: String, _ bytes: ByteView
    ) -> [Converter.Output]? {
        guard var hits = LetterHits(of: pattern.letter, in: bytes) else { return nil }
        var converter = converter
        func view(_ start: Int) -> Converter.Output {
            converter.convert(Hit(range: start..<start &+ 1, term: 0), in: text, bytes)
        }
        switch hits.count {
        case 0: return []
        case 1:
            let first = hits.next()
            return bytes.isAmongASCII(first) ? [view(first)] : nil
        case 2:
            let (first, second) = (hits.next(), hits.next())
            return bytes.isAmongASCII(first) && bytes.isAmongASCII(second) ? [view(first), view(second)] : nil
        case 3:
            let (first, second, third) = (hits.next(), hits.next(), hits.next())
            guard bytes.isAmongASCII(first), bytes.isAmongASCII(second), bytes.isAmongASCII(third) else { return nil }
            return [view(first), view(second), view(third)]
        case 4:
            let (first, second, third, fourth) = (hits.next(), hits.next(), hits.next(), hits.next())
            guard bytes.isAmongASCII(first), bytes.isAmongASCII(second), bytes.isAmongASCII(third), bytes.isAmongASCII(fourth)
            else { return nil }
            return [view(first), view(second), view(third), view(fourth)]
        default: return nil
        }
    }

    /// Hands over the first `limit` matches; false, and nothing was handed over, where it takes a closer look.
    @inline(never) func forEachMatch(in text: String, _ limit: Int, _ body: (Highlighter.Match) -> Void) -> Bool {
        // First without the closure: while it may be called, everything around it has to be held.
        switch ByteView.read(text, { bytes, _ in glance(at: bytes) }) ?? .nothing {
        case .nothing: return true
        case .unclear: return false
        case .bytes:
            _ = ByteView.read(text) { bytes, native in handOver(text, limit, bytes, native, body) }
            return true
        }
    }

    @inline(never) private func handOver(
        _ text: String, _ limit: Int, _ bytes: ByteView, _ native: String, _ body: (Highlighter.Match) -> Void
    ) {
        var (converter, count, search) = (MatchConverter(), 0, ByteSearch(from: 0))
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
