/// A keyword that is found by comparing bytes, wherever nothing stands for a part of it in other bytes.
final class ByteTerm: Sendable {
    let pattern: BytePattern
    /// What stands for a part of the keyword in other bytes.
    let triggers: TriggerSet
    /// What every match has, however it is spelled; where there is no such thing, what every match has that is spelled as
    /// the pattern is.
    private let lookout: BytePair
    private let isSureLookout: Bool
    /// What every match has, however it is spelled, unless the pattern is the only spelling.
    let anchor: BytePair?
    /// Whether this is no term at all.
    let isNone: Bool
    /// Whether a first look at a title would be one too many: a letter or two is in most of them.
    private let needsNoLook: Bool

    /// In place of an optional: copying one costs as much as searching half a title.
    static let none = ByteTerm("\0", ignoresCase: false, triggers: TriggerSet([]), isNone: true)

    /// A term for a keyword in its folded spelling.
    init(_ spelling: String, ignoresCase: Bool, triggers: TriggerSet, isNone: Bool = false) {
        pattern = BytePattern(Array(spelling.utf8), ignoresCase: ignoresCase)
        anchor = triggers.isEmpty ? nil : Anchor.pair(of: spelling, ignoresCase: ignoresCase)
        (lookout, isSureLookout) = (anchor ?? pattern.pair, anchor != nil || triggers.isEmpty)
        (self.triggers, self.isNone) = (triggers, isNone)
        needsNoLook = triggers.isEmpty && pattern.count <= 2 && !isNone
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
    @inline(__always) func glance(at bytes: ByteView) -> Glance { needsNoLook ? .bytes : look(at: bytes) }

    @inline(never) private func look(at bytes: ByteView) -> Glance {
        if isNone { return .unclear }
        // A long text is better looked at in parts.
        if bytes.count > 4096 { return triggers.isEmpty ? .bytes : .unclear }
        let isSeen = lookout.passes(anywhereIn: bytes)
        if isSureLookout, !isSeen { return .nothing }
        if !triggers.isEmpty, triggers.occurs(in: bytes) { return .unclear }
        return isSeen ? .bytes : .nothing
    }
}
