/// What surrounds the text that is being read, and so decides which block it becomes: code, a heading, lists, quotations.
struct BlockNesting {
    private struct List {
        /// The next number; `nil` if the list does not count.
        var next: Int32?
        var step: Int32 = 1

        /// Returns the number of the next item, and counts on.
        mutating func takeNumber() -> Int? {
            guard let number = next else { return nil }
            next = number.addingReportingOverflow(step).overflow ? number : number + step
            return Int(number)
        }
    }

    /// The number of open quotations.
    private(set) var quotes = 0
    private var code = 0
    /// The level of the open heading.
    private var heading: Int?
    private var lists: [List] = []
    /// The kind of the next part: an item that has no text yet.
    private var item: PostBody.Block.Kind?

    /// The number of open lists.
    var listCount: Int { lists.count }

    /// The kind of the block that the text becomes.
    var kind: PostBody.Block.Kind {
        if code > 0 { return .code }
        if let heading { return .heading(level: heading) }
        return item ?? .paragraph
    }

    mutating func open(_ element: HTMLElement, _ attributes: HTMLAttributes) {
        switch element {
        case .quote: quotes += 1
        case .list: lists.append(List())
        case .orderedList:
            let start = attributes.value("start").flatMap { Int32($0) }
            // A reversed list counts from the number of its items, which is not known yet.
            let isReversed = attributes.has("reversed")
            lists.append(isReversed ? List(next: start, step: -1) : List(next: start ?? 1, step: 1))
        case .item: beginItem(attributes)
        case .code, .literalText, .literalRest: code += 1
        default: if let level = element.level { heading = level }
        }
    }

    mutating func close(_ element: HTMLElement) {
        switch element {
        case .quote: quotes -= 1
        case .list, .orderedList: _ = lists.popLast()
        case .code, .literalText, .literalRest: code -= 1
        // An item without text.
        case .item: item = nil
        default: if element.level != nil { heading = nil }
        }
    }

    /// The item has its text: what follows in it are paragraphs.
    mutating func endItemStart() { item = nil }

    private mutating func beginItem(_ attributes: HTMLAttributes) {
        item = .item(number: nil)
        guard var list = lists.popLast() else { return }
        if let value = attributes.value("value").flatMap({ Int32($0) }), list.next != nil { list.next = value }
        item = .item(number: list.takeNumber())
        lists.append(list)
    }
}
