/// What folding a text does, besides bringing all spellings of a character into one form.
struct Folding: Sendable {
    /// Whether capital and small letters are the same.
    var ignoresCase = true
    /// Whether accents and other marks are dropped.
    var ignoresMarks = false
    /// Whether halfwidth and fullwidth forms become the plain ones.
    var ignoresWidth = false

    /// How folding changes scalars apart from case and normal form; it decides which quick searches are allowed.
    enum Effect {
        case keeps, maps, drops
    }

    /// The strongest effect.
    var effect: Effect {
        if ignoresMarks { return .drops }
        return ignoresWidth ? .maps : .keeps
    }
}
