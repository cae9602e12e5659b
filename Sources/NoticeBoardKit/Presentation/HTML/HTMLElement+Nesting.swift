extension HTMLElement {
    /// Whether it stays open when the block around it ends.
    var isFormatting: Bool { self == .formatting || self == .link }
    /// Whether formatting elements in it end with it, and elements around it do not end in it.
    var endsScope: Bool { self == .table || self == .cell || self == .caption }
    /// Whether formatting elements in it are closed at its end.
    var endsFormatting: Bool { self == .cell || self == .caption || self == .hidden }
    /// Whether an end tag of an inline element in it does not reach beyond it.
    var isSpecial: Bool { self >= .cell && self != .option && self != .dialog }
    var isList: Bool { self == .list || self == .orderedList }
    /// Whether a new item in it does not end the items around it.
    var endsItems: Bool { isSpecial && self != .division && self != .paragraph }
}
