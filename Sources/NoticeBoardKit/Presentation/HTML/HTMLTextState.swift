/// What the open elements say about the text in them.
struct HTMLTextState {
    /// Whether the text is not shown, with everything in it: `display: none`.
    var isRemoved = false
    /// Whether the text cannot be seen, although an element in it may be visible again: `visibility: hidden`.
    var isInvisible = false
    var keepsSpace = false
    var isInTable = false
    var isInSelect = false

    var isShown: Bool { !isRemoved && !isInvisible }
}
