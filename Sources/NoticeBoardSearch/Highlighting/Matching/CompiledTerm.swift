import Foundation
import NoticeBoardBase

/// One keyword, made ready once for all the texts that it will be looked for in.
final class CompiledTerm: Sendable {
    /// How matches are found; each falls back on folding, or on trying every character, around triggers.
    enum Path: Sendable {
        /// The keyword folds to nothing.
        case nothing
        /// By comparing bytes.
        case bytes
        /// By folding the text.
        case folding
        /// As a keyword being typed.
        case typing
    }

    let path: Path
    let rules: FoldRules
    /// The fold in composed form: two keywords are the same when this is.
    let spelling: String
    /// What bytes tell, when they do.
    let bytes: ByteTerm?
    let typing: TypingPattern?
    let triggers: TriggerSet
    /// No match that holds a trigger begins further before it than this many bytes.
    let reach: Int
    /// No text of fewer bytes has a match.
    let fewestBytes: Int
    private let lazyFold = Locked<FoldedKeyword?>(nil)

    /// A keyword, taken as one that is still being typed when `isTyping` is true.
    init(_ keyword: String, _ rules: FoldRules = FoldRules(), isTyping: Bool = false) {
        let (spelling, composed, isPlain) = Self.spelling(of: keyword, rules)
        let isFixed = Self.allowsBytes(rules, spelling)
        let byBytes = isPlain && isFixed
        let isSpelledOneWay = byBytes && !composed.contains(where: Caseless.isKana)
        let typing = isTyping ? TypingPattern(composed, isPlain: isSpelledOneWay, ignoresCase: rules.ignoresCase) : nil
        let isOpen = typing?.elements.contains(where: \.isOpen) == true
        let path: Path = spelling.isEmpty ? .nothing : isOpen ? .typing : byBytes ? .bytes : .folding
        self.typing = isOpen ? typing : nil
        triggers = TriggerSet(byBytes ? Trigger.matter(to: spelling.lowercased()) : [])
        switch path {
        case .bytes: bytes = ByteTerm(spelling, ignoresCase: rules.ignoresCase, triggers: triggers)
        case .folding where isFixed: bytes = ByteTerm(folded: spelling, ignoresCase: rules.ignoresCase)
        default: bytes = nil
        }
        // A scalar of a text folds to one at least, and has four bytes at most. What is typed may become two syllables.
        reach = isOpen ? 24 * composed.count : 4 * spelling.utf8.count
        // Of what bytes can stand for, only some ideographs are longer than what a text may have instead: four bytes, not three.
        fewestBytes = path == .bytes ? spelling.utf8.count - spelling.utf8.count / 4 : 1
        (self.path, self.rules, self.spelling) = (path, rules, spelling)
    }

    /// What is looked for where bytes do not tell; made when a text first needs it.
    var folded: FoldedKeyword {
        lazyFold.withLock { kept in
            if let kept { return kept }
            let folded = FoldedKeyword(SegmentFolder.fold(spelling, rules), rules)
            kept = folded
            return folded
        }
    }

    /// Whether letters of ASCII are spelled in few ways under `rules`: dropping or mapping characters needs the text folded.
    private static func allowsBytes(_ rules: FoldRules, _ spelling: String) -> Bool {
        if rules.ignoresMarks || rules.ignoresWidth || rules.ignoresPresentation { return false }
        return !rules.isTurkic || !spelling.unicodeScalars.contains { "iI".unicodeScalars.contains($0) }
    }

    /// The keyword's fold in composed form, the same with nothing but syllables composed, and whether it consists of scalars that
    /// stand for themselves.
    private static func spelling(
        of keyword: String, _ rules: FoldRules
    ) -> (spelling: String, composed: [UInt32], isPlain: Bool) {
        if keyword.unicodeScalars.allSatisfy({ Caseless.isPlain($0.value) }), allowsBytes(rules, keyword) {
            // Most keywords end here, and need no word of Unicode's tables.
            let lowered = keyword.utf8.map { rules.ignoresCase && $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
            let spelling = String(decoding: lowered, as: UTF8.self)
            return (spelling, spelling.unicodeScalars.map(\.value), true)
        }
        // Syllables are composed here, because Foundation on Linux composes old letters to syllables that do not exist.
        let folded = Hangul.composed(SegmentFolder.fold(keyword, rules))
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: folded.compactMap(Unicode.Scalar.init))
        let hasKana = folded.contains(where: Caseless.isKana) && folded.allSatisfy { !(0x1100...0x11FF).contains($0) }
        let spelling = hasKana ? String(scalars).precomposedStringWithCanonicalMapping : String(scalars)
        let isPlain = spelling.unicodeScalars.allSatisfy { Caseless.isPlain($0.value) || Caseless.isKana($0.value) }
        return (spelling, folded, isPlain)
    }
}

/// What the bytes of a text tell of a keyword: all, where nothing stands for a part of it in other bytes; else at least that it
/// is not there.
final class ByteTerm: Sendable {
    /// The keyword, where comparing bytes finds it.
    let pattern: BytePattern
    /// What every match has, however it is spelled, unless the pattern is the only spelling.
    let anchor: BytePair?
    /// What stands for a part of the keyword in other bytes.
    private let triggers: TriggerSet
    /// What every match has, however it is spelled; where there is no such thing, what every match has that is spelled as
    /// the pattern is.
    private let lookout: BytePair
    private let isSureLookout: Bool
    private let glances: Glances

    /// How much a glance can tell.
    private enum Glances {
        /// All.
        case fully
        /// All, and a first look at a title would be one too many: a letter or two is in most of them.
        case needless
        /// No more than that there is no match.
        case absence
        /// Nothing.
        case never
    }

    /// In place of an optional: copying one costs as much as searching half a title.
    static let none = ByteTerm("\0", ignoresCase: false, triggers: TriggerSet([]), glances: .never, anchor: nil)

    /// A term for a keyword in its folded spelling, which comparing bytes finds wherever no trigger is near.
    convenience init(_ spelling: String, ignoresCase: Bool, triggers: TriggerSet) {
        self.init(
            spelling, ignoresCase: ignoresCase, triggers: triggers,
            glances: triggers.isEmpty && spelling.utf8.count <= 2 ? .needless : .fully,
            anchor: triggers.isEmpty ? nil : Anchor.pair(of: spelling, ignoresCase: ignoresCase))
    }

    /// A term for a keyword that only folding finds; nil where it has nothing that is spelled in one way.
    convenience init?(folded spelling: String, ignoresCase: Bool) {
        guard let anchor = Anchor.pair(of: spelling, ignoresCase: ignoresCase) else { return nil }
        self.init(spelling, ignoresCase: ignoresCase, triggers: TriggerSet([]), glances: .absence, anchor: anchor)
    }

    private init(_ spelling: String, ignoresCase: Bool, triggers: TriggerSet, glances: Glances, anchor: BytePair?) {
        pattern = BytePattern(Array(spelling.utf8), ignoresCase: ignoresCase)
        (lookout, isSureLookout) = (anchor ?? pattern.pair, anchor != nil || triggers.isEmpty)
        (self.triggers, self.glances, self.anchor) = (triggers, glances, anchor)
    }

    /// What a first look at a text tells.
    enum Glance {
        /// There is no match.
        case nothing
        /// Comparing bytes finds every match.
        case bytes
        /// It takes a closer look.
        case unclear
    }

    /// Looks at a text, if that is quickly done: most texts end here.
    @inline(__always) func glance(at bytes: ByteView) -> Glance { glances == .needless ? .bytes : look(at: bytes) }

    @inline(never) private func look(at bytes: ByteView) -> Glance {
        if glances == .never { return .unclear }
        // A long text is better looked at in parts.
        if bytes.count > 4096 { return glances == .fully && triggers.isEmpty ? .bytes : .unclear }
        let isSeen = lookout.passes(anywhereIn: bytes)
        if isSureLookout, !isSeen { return .nothing }
        if glances == .absence { return .unclear }
        if !triggers.isEmpty, triggers.occurs(in: bytes) { return .unclear }
        return isSeen ? .bytes : .nothing
    }
}
