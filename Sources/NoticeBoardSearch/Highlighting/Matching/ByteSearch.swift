/// A match: where it is, in UTF-8, and of which term.
struct Hit: Equatable {
    var range: Range<Int>
    var term = 0
}

/// What finds the matches in one text, one after the other.
protocol HitSource {
    /// The next match in a text and the string that its bytes belong to: the same at every call.
    mutating func next(_ bytes: ByteView, _ text: String) -> Hit?
    /// How many matches to make room for: a list that is made whole takes less time than one that grows.
    static func likelyCount(in bytes: ByteView) -> Int
}

extension HitSource {
    @inline(__always) static func likelyCount(in bytes: ByteView) -> Int { 8 }
}

/// Finds a byte pattern in a text, or in a stretch of one, without triggers.
///
/// Where the pattern nearly stands again and again, as with keywords that repeat themselves in texts that do, it goes on by
/// the Two-Way method, which is slower at first and linear always.
struct ByteSearch: HitSource {
    private let pattern: BytePattern
    private var cursor = BlockCursor(from: 0)
    private var edges = Edges()
    /// The bytes compared in vain so far.
    private var work = 0
    private var twoWay: TwoWaySearch?

    @inline(__always) init(_ pattern: BytePattern) { self.pattern = pattern }

    @inline(__always) mutating func next(_ bytes: ByteView, _ text: String) -> Hit? {
        next(bytes, text, before: bytes.count).map { Hit(range: $0) }
    }

    /// The next match that begins before `end`; nil when there is none.
    @inline(__always) mutating func next(_ bytes: ByteView, _ text: String, before end: Int) -> Range<Int>? {
        let end = min(end, bytes.count &- pattern.count &+ 1)
        if twoWay != nil { return twoWay?.next(bytes, text, before: end) }
        while let start = cursor.next(pattern.pair, bytes, before: end) {
            let (isEqual, cost) = pattern.compare(bytes, at: start)
            if isEqual, edges.areBoundaries(start..<start &+ pattern.count, bytes, text) {
                cursor.skip(to: start &+ pattern.count)
                return start..<start &+ pattern.count
            }
            work &+= cost
            if work > 2 &* start &+ 8192 {
                twoWay = TwoWaySearch(pattern, from: start &+ 1)
                return twoWay?.next(bytes, text, before: end)
            }
        }
        return nil
    }

    /// Leaves out what lies before `position`.
    @inline(__always) mutating func skip(to position: Int) {
        cursor.skip(to: position)
        twoWay?.skip(to: position)
    }
}

/// Finds a letter, which is there again and again, and where it is, there is nothing more to compare.
struct LetterSearch: HitSource {
    private let letter: OneByte
    private var cursor = BlockCursor(from: 0)
    private var edges = Edges()

    @inline(__always) init(_ letter: OneByte) { self.letter = letter }

    /// What a title can be expected to have.
    @inline(__always) static func likelyCount(in bytes: ByteView) -> Int { max(16, min(bytes.count, 1024) / 4) }

    @inline(__always) mutating func next(_ bytes: ByteView, _ text: String) -> Hit? {
        while let start = cursor.next(letter, bytes, before: bytes.count) {
            let range = start..<start &+ 1
            if bytes.isAmongASCII(start) || edges.areBoundaries(range, bytes, text) { return Hit(range: range) }
        }
        return nil
    }
}
