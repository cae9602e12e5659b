import Foundation

/// The definition of `.hangulTyping` by brute force: tries every alternative at every position.
struct ReferenceTyping {
    private let elements: [Character]
    private let clusters: [String]
    private let fold: (String) -> [Unicode.Scalar]
    /// The fold of each cluster.
    private let folds: [[Unicode.Scalar]]
    /// The composed fold of each cluster if it is one character.
    private let units: [Character?]
    /// For each element, the folds of the elements from it on: of one, of two, and so on.
    private let wanted: [[[Unicode.Scalar]]]
    /// The initial consonant that each element is, or `nil`.
    private let leadOfElement: [Character?]

    private static let leads = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
    private static let finals = Array(" ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
    private static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ")
    private static let twoParts: [Character: (Character, Character)] = [
        "ㄳ": ("ㄱ", "ㅅ"), "ㄵ": ("ㄴ", "ㅈ"), "ㄶ": ("ㄴ", "ㅎ"), "ㄺ": ("ㄹ", "ㄱ"), "ㄻ": ("ㄹ", "ㅁ"), "ㄼ": ("ㄹ", "ㅂ"),
        "ㄽ": ("ㄹ", "ㅅ"), "ㄾ": ("ㄹ", "ㅌ"), "ㄿ": ("ㄹ", "ㅍ"), "ㅀ": ("ㄹ", "ㅎ"), "ㅄ": ("ㅂ", "ㅅ"),
    ]
    private static let growth: [Character: String] = ["ㅗ": "ㅘㅙㅚ", "ㅜ": "ㅝㅞㅟ", "ㅡ": "ㅢ"]

    private typealias Letters = (lead: Character, vowel: Character, final: Character)

    /// Creates the definition, or returns `nil` if no element can match more than itself.
    init?(
        elements: [Character], clusters: [String], folds: [[Unicode.Scalar]], fold: @escaping (String) -> [Unicode.Scalar]
    ) {
        let elements = Self.withoutDots(elements)
        let leads = elements.map(Self.lead)
        let isTyping = elements.indices.contains { index in
            leads[index] != nil || Self.twoParts[elements[index]] != nil
                || (index == elements.count - 1 && Self.letters(elements[index]) != nil)
        }
        guard isTyping else { return nil }
        (self.elements, self.clusters, self.fold, leadOfElement) = (elements, clusters, fold, leads)
        self.folds = folds
        units = folds.map { folded in
            let composed = Self.composed(folded)
            return composed.count == 1 ? composed[0] : nil
        }
        wanted = elements.indices.map { first in
            (first..<elements.count).map { fold(String(elements[first...$0])) }
        }
    }

    /// Returns the elements without a keypad's dots at the end, unless there are only dots.
    private static func withoutDots(_ elements: [Character]) -> [Character] {
        let isDot = { (element: Character) in ["\u{318D}", "\u{119E}", "\u{11A2}"].contains(element) }
        return elements.allSatisfy(isDot) ? elements : Array(elements.reversed().drop(while: isDot).reversed())
    }

    /// Returns the ends of all matches that begin with this element and this cluster.
    func ends(element: Int, cluster: Int) -> Set<Int> {
        if element == elements.count { return [cluster] }
        if cluster == clusters.count { return [] }
        var result: Set<Int> = []
        if folds[cluster].isEmpty { result.formUnion(ends(element: element, cluster: cluster + 1)) }
        for (nextElement, nextCluster) in literalSteps(element, cluster) {
            result.formUnion(ends(element: nextElement, cluster: nextCluster))
        }
        for width in 1...2 where matchesByTyping(element, cluster, width) {
            result.formUnion(ends(element: element + 1, cluster: cluster + width))
        }
        return result
    }

    /// Returns the ends of elements and clusters that fold alike from here; the last cluster does not fold to nothing.
    private func literalSteps(_ element: Int, _ cluster: Int) -> [(Int, Int)] {
        var steps: [(Int, Int)] = []
        let longest = wanted[element].map(\.count).max() ?? 0
        var run = ""
        for last in cluster..<clusters.count {
            run += clusters[last]
            let folded = last == cluster ? folds[cluster] : fold(run)
            if folded.count > longest { break }
            if folds[last].isEmpty { continue }
            for (more, wanted) in wanted[element].enumerated() where wanted == folded {
                steps.append((element + more + 1, last + 1))
            }
        }
        return steps
    }

    private func matchesByTyping(_ element: Int, _ cluster: Int, _ width: Int) -> Bool {
        guard cluster + width <= clusters.count, let first = units[cluster] else { return false }
        let typed = elements[element]
        let isLast = element == elements.count - 1
        if width == 1 {
            if leadOfElement[element] != nil { return has(first, leadOf: typed) }
            return isLast && grows(typed, into: first)
        }
        guard let second = units[cluster + 1] else { return false }
        if let (one, two) = Self.twoParts[typed] { return has(first, leadOf: one) && has(second, leadOf: two) }
        // The final may belong to the next syllable, at the end of the input and before an initial consonant.
        let isBeforeInitial = !isLast && (leadOfElement[element + 1] != nil || Self.twoParts[elements[element + 1]] != nil)
        guard isLast || isBeforeInitial, let letters = Self.letters(typed), letters.final != " ",
            let found = Self.letters(first)
        else { return false }
        let (kept, moved) = Self.twoParts[letters.final] ?? (" ", letters.final)
        return found == (letters.lead, letters.vowel, kept) && has(second, leadOf: moved)
    }

    private func grows(_ typed: Character, into unit: Character) -> Bool {
        guard let typed = Self.letters(typed), let unit = Self.letters(unit), typed.lead == unit.lead else { return false }
        if typed.final == " " { return typed.vowel == unit.vowel || Self.growth[typed.vowel]?.contains(unit.vowel) == true }
        return typed.vowel == unit.vowel && (typed.final == unit.final || Self.twoParts[unit.final]?.0 == typed.final)
    }

    /// Returns whether a character is the letter or a syllable with exactly that initial.
    private func has(_ unit: Character, leadOf letter: Character) -> Bool {
        unit == letter || Self.letters(unit).map { $0.lead == (Self.lead(letter) ?? letter) } == true
    }

    /// Returns the initial consonant of a keyboard letter or a conjoining letter, or `nil`.
    private static func lead(_ letter: Character) -> Character? {
        if leads.contains(letter) { return letter }
        guard let scalar = only(letter), (0x1100...0x1112).contains(scalar.value) else { return nil }
        return leads[Int(scalar.value - 0x1100)]
    }

    private static func letters(_ syllable: Character) -> Letters? {
        guard let scalar = only(syllable), (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
        let index = Int(scalar.value - 0xAC00)
        return (leads[index / 588], vowels[index / 28 % 21], finals[index % 28])
    }

    private static func only(_ character: Character) -> Unicode.Scalar? {
        character.unicodeScalars.count == 1 ? character.unicodeScalars.first : nil
    }

    /// Syllables by their decomposition; Foundation on Linux composes old letters to syllables that do not exist.
    private static let syllables: [[Unicode.Scalar]: Unicode.Scalar] = {
        let all = (0xAC00...0xD7A3 as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        return Dictionary(
            uniqueKeysWithValues: all.map { (Array(String($0).decomposedStringWithCanonicalMapping.unicodeScalars), $0) })
    }()

    /// Returns folded scalars with the letters of syllables composed.
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
