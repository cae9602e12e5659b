/// A key press or a paste.
package enum Key: Hashable, Sendable {
    /// Typed text. A composed character arrives as one key per scalar.
    case text(String)
    /// Pasted text, which may contain line feeds.
    case paste(String)
    /// A lowercase letter pressed with Control.
    case control(Character)
    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// An unsupported key, such as a letter with Alt.
    case other
}
