import Foundation

/// The definition of `.hangulTyping` by brute force: every alternative at every place is tried.
struct TypingOracle {
    let elements: [Character]
    let clusters: [String]
    let fold: (String) -> [Unicode.Scalar]

    private static let leads = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
    private static let finals = Array(" ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
    private static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ")
    private static let twoParts: [Character: (Character, Character)] = [
        "ㄳ": ("ㄱ", "ㅅ"), "ㄵ": ("ㄴ", "ㅈ"), "ㄶ": ("ㄴ", "ㅎ"), "ㄺ": ("ㄹ", "ㄱ"), "ㄻ": ("ㄹ", "ㅁ"), "ㄼ": ("ㄹ", "ㅂ"),
        "ㄽ": ("ㄹ", "ㅅ"), "ㄾ": ("ㄹ", "ㅌ"), "ㄿ": ("ㄹ", "ㅍ"), "ㅀ": ("ㄹ", "ㅎ"), "ㅄ": ("ㅂ", "ㅅ"),
    ]
    private static let growth: [Character: String] = ["ㅗ": "ㅘㅙㅚ", "ㅜ": "ㅝㅞㅟ", "ㅡ": "ㅢ"]

    private typealias Letters = (lead: Character, vowel: Character, final: Character)

    /// Whether any element can match more than itself.
    var isTyping: Bool {
        elements.indices.contains { index in
            lead(elements[index]) != nil || Self.twoParts[elements[index]] != nil
                || (index == elements.count - 1 && letters(elements[index]) != nil)
        }
    }

    /// The ends of all matches that begin with this element and this cluster.
    func ends(element: Int, cluster: Int) -> Set<Int> {
        if element == elements.count { return [cluster] }
        if cluster == clusters.count { return [] }
        var result: Set<Int> = []
        if fold(clusters[cluster]).isEmpty { result.formUnion(ends(element: element, cluster: cluster + 1)) }
        for (nextElement, nextCluster) in literalSteps(element, cluster) {
            result.formUnion(ends(element: nextElement, cluster: nextCluster))
        }
        for width in 1...2 where matchesByTyping(element, cluster, width) {
            result.formUnion(ends(element: element + 1, cluster: cluster + width))
        }
        return result
    }

    /// Elements and clusters from here on that fold alike, the last cluster not to nothing.
    private func literalSteps(_ element: Int, _ cluster: Int) -> [(Int, Int)] {
        var steps: [(Int, Int)] = []
        for lastElement in (element + 1)...elements.count {
            let wanted = fold(String(elements[element..<lastElement]))
            for lastCluster in (cluster + 1)...clusters.count {
                let run = fold(clusters[cluster..<lastCluster].joined())
                if run.count > wanted.count { break }
                if run == wanted, !fold(clusters[lastCluster - 1]).isEmpty { steps.append((lastElement, lastCluster)) }
            }
        }
        return steps
    }

    private func matchesByTyping(_ element: Int, _ cluster: Int, _ width: Int) -> Bool {
        guard cluster + width <= clusters.count, let first = unit(cluster) else { return false }
        let typed = elements[element]
        let isLast = element == elements.count - 1
        if width == 1 {
            if lead(typed) != nil { return has(first, leadOf: typed) }
            return isLast && grows(typed, into: first)
        }
        guard let second = unit(cluster + 1) else { return false }
        if let (one, two) = Self.twoParts[typed] { return has(first, leadOf: one) && has(second, leadOf: two) }
        guard isLast, let letters = letters(typed), letters.final != " ", let found = self.letters(first) else { return false }
        let (kept, moved) = Self.twoParts[letters.final] ?? (" ", letters.final)
        return found == (letters.lead, letters.vowel, kept) && has(second, leadOf: moved)
    }

    private func grows(_ typed: Character, into unit: Character) -> Bool {
        guard let typed = letters(typed), let unit = letters(unit), typed.lead == unit.lead else { return false }
        if typed.final == " " { return typed.vowel == unit.vowel || Self.growth[typed.vowel]?.contains(unit.vowel) == true }
        return typed.vowel == unit.vowel && (typed.final == unit.final || Self.twoParts[unit.final]?.0 == typed.final)
    }

    /// The letter itself, or a syllable with exactly that lead.
    private func has(_ unit: Character, leadOf letter: Character) -> Bool {
        unit == letter || letters(unit).map { $0.lead == (lead(letter) ?? letter) } == true
    }

    /// The lead that a single letter is, whether a keyboard's or a conjoining one.
    private func lead(_ letter: Character) -> Character? {
        if Self.leads.contains(letter) { return letter }
        guard let scalar = only(letter), (0x1100...0x1112).contains(scalar.value) else { return nil }
        return Self.leads[Int(scalar.value - 0x1100)]
    }

    private func letters(_ syllable: Character) -> Letters? {
        guard let scalar = only(syllable), (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
        let index = Int(scalar.value - 0xAC00)
        return (Self.leads[index / 588], Self.vowels[index / 28 % 21], Self.finals[index % 28])
    }

    private func only(_ character: Character) -> Unicode.Scalar? {
        character.unicodeScalars.count == 1 ? character.unicodeScalars.first : nil
    }

    /// The composed view of a folded cluster, when it is one character.
    private func unit(_ cluster: Int) -> Character? {
        let composed = Self.composed(fold(clusters[cluster]))
        return composed.count == 1 ? composed[0] : nil
    }

    /// Syllables by what they decompose into: Foundation on Linux composes old letters to what does not exist, so it is not asked.
    private static let syllables: [[Unicode.Scalar]: Unicode.Scalar] = {
        let all = (0xAC00...0xD7A3 as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        return Dictionary(
            uniqueKeysWithValues: all.map { (Array(String($0).decomposedStringWithCanonicalMapping.unicodeScalars), $0) })
    }()

    /// Folded scalars with the letters of syllables put together, one scalar an element.
    static func composed(_ scalars: [Unicode.Scalar]) -> [Character] {
        var result: [Character] = []
        var rest = scalars[...]
        while let first = rest.first {
            let mayBegin = (0x1100...0x1112).contains(first.value)
            let width = mayBegin ? [3, 2].first { syllables[Array(rest.prefix($0))] != nil } ?? 1 : 1
            result.append(Character(width > 1 ? syllables[Array(rest.prefix(width))] ?? first : first))
            rest = rest.dropFirst(width)
        }
        return result
    }
}
