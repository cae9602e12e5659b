/// What every spelling of a keyword has: two bytes at a fixed distance that nothing else can stand for.
///
/// Where they do not occur, no match is near, and nothing has to be looked for that stands for other parts of the keyword.
enum Anchor {
    /// What is more common than this, by the ranks of both bytes, is in too many texts to tell much.
    private static let mostCommon = 380

    /// The rarest such bytes of a keyword, or nil where it has none side by side that are rare enough.
    static func pair(of spelling: String, ignoresCase: Bool) -> BytePair? {
        let masks = BytePattern.masks(for: Array(spelling.utf8), ignoresCase: ignoresCase)
        let values = zip(spelling.utf8, masks).map { $0 & $1 }
        func commonness(_ places: (first: Int, second: Int)) -> Int {
            Rarity.commonness(of: values, at: places.first) + Rarity.commonness(of: values, at: places.second)
        }
        let stretches = fixedStretches(of: spelling)
        let choices = stretches.map { Rarity.rarestTwo(of: values, in: $0) }
        guard let places = choices.min(by: { commonness($0) < commonness($1) }),
            commonness(places) <= mostCommon
        else { return nil }
        return BytePair(values, masks: masks, at: places, from: min(places.first, places.second))
    }

    /// The stretches of two bytes or more that are spelled in one way, but for the case.
    static func fixedStretches(of spelling: String) -> [Range<Int>] {
        let isFixed = fixedBytes(of: spelling)
        var stretches: [Range<Int>] = []
        var start = 0
        for index in 0...isFixed.count where index == isFixed.count || !isFixed[index] {
            if index - start >= 2 { stretches.append(start..<index) }
            start = index + 1
        }
        return stretches
    }

    /// For each byte, whether nothing else can stand for it in its place.
    ///
    /// A letter or a sign may be half of something beside a mark that follows, or beside a letter of another script.
    private static func fixedBytes(of spelling: String) -> [Bool] {
        let bytes = spelling.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        let scalars = Array(spelling.unicodeScalars)
        var isFixed = scalars.indices.flatMap { index in
            let previous = index > 0 ? scalars[index - 1] : "a"
            let next = index + 1 < scalars.count ? scalars[index + 1] : "a"
            let isAlone = Caseless.isPlain(next.value) && (Caseless.isPlain(previous.value) || isMark(previous))
            let isOneWay = scalars[index].isASCII || Caseless.isSolitary(scalars[index].value)
            return [Bool](repeating: isOneWay && isAlone, count: UTF8.width(scalars[index]))
        }
        for part in Set(Trigger.foldingToASCII.values).map({ Array($0.utf8) }) where part.count <= bytes.count {
            for start in 0...bytes.count - part.count where bytes[start..<start + part.count].elementsEqual(part) {
                for index in start..<start + part.count { isFixed[index] = false }
            }
        }
        return isFixed
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.canonicalCombiningClass != .notReordered }
}
