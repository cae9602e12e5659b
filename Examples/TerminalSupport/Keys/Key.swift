/// What a person pressed.
package enum Key: Hashable, Sendable {
    /// A character that was typed; one that is composed comes in parts, each by itself.
    case text(String)
    /// Text that was pasted, line feeds and all.
    case paste(String)
    /// A letter together with the control key, in lower case.
    case control(Character)
    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// Something that has no meaning here, such as a key with Alt.
    case other
}
