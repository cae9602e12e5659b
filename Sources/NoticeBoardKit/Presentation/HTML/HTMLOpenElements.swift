@_spi(NoticeBoard) import NoticeBoardSearch

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

/// The elements that are open, from the outermost to the innermost.
///
/// Bounded, and without recursion, so that deep nesting costs neither stack nor time. As in a browser, an inline element ends with
/// its end tag or with the block around it, and a formatting element (`<b>`) outlives that block.
struct HTMLOpenElements {
    struct Entry {
        let name: HTMLName
        let element: HTMLElement
        /// Whether its text is on lines of its own.
        let isBlock: Bool
        /// Whether the sink was told of its beginning, and is told of its end.
        fileprivate(set) var isReported: Bool
        /// Whether it removes its content for another reason than its style.
        let removes: Bool
        let style: HTMLStyle
        /// How many inline elements of this name and style are open here, one in another.
        var count = 1
        /// The state around it.
        fileprivate(set) var around = HTMLTextState()

        /// The state in it.
        fileprivate var inside: HTMLTextState {
            var text = around
            if removes || style.display == .removed { text.isRemoved = true }
            if let isVisible = style.isVisible { text.isInvisible = !isVisible }
            text.keepsSpace = style.keepsSpace ?? (text.keepsSpace || element.keepsSpace)
            if element == .table { text.isInTable = true }
            if element == .select { text.isInSelect = true }
            return text
        }
    }

    private(set) var entries: [Entry] = []
    /// The state in the innermost element.
    private(set) var text = HTMLTextState()
    /// The attributes of an element without a tag.
    let noAttributes: HTMLAttributes

    /// The maximum number of open elements; what is in a further one is read as if it were beside it.
    private static let most = 256
    /// Above this number, inline elements without a style are not opened, which leaves room for others.
    private static let mostPlain = 128
    /// The maximum number of formatting elements that go on behind the end of the block around them.
    private static let mostKept = 16
    /// The maximum number of equal ones among them, as in a browser.
    private static let mostEqualKept = 3

    /// Whether another element can be opened.
    var hasRoom: Bool { entries.count < Self.most }

    init(_ bytes: ByteView) { noAttributes = HTMLAttributes(bytes: bytes, rest: 0..<0) }

    // MARK: - Opening

    /// Sets the white space of contents that are not HTML.
    mutating func keepSpace(_ keepsSpace: Bool) { text.keepsSpace = keepsSpace }

    mutating func open(_ entry: Entry) {
        guard hasRoom else { return }
        var entry = entry
        entry.around = text
        text = entry.inside
        entries.append(entry)
    }

    /// Opens an element in the line of the text around it, of which the sink knows nothing.
    @inline(__always) mutating func openInline(
        _ name: HTMLName, _ element: HTMLElement, _ style: HTMLStyle = HTMLStyle(), count: Int = 1
    ) {
        if let last = entries.last, last.name == name, last.style == style, !last.isReported, !last.removes {
            entries[entries.count - 1].count += count
        } else if style != HTMLStyle() || entries.count < Self.mostPlain {
            open(
                Entry(name: name, element: element, isBlock: false, isReported: false, removes: false, style: style, count: count)
            )
        }
    }

    // MARK: - Closing

    /// Closes the innermost elements until so many are open; formatting elements in them stay open, except at the end.
    mutating func close(downTo depth: Int, isEnd: Bool = false, _ sink: inout some HTMLSink) {
        var kept: [Entry] = []
        while entries.count > depth, let last = entries.popLast() {
            report(last, &sink)
            text = last.around
            if last.element.isFormatting {
                if kept.count < Self.mostKept { kept.append(last) }
            } else if last.element.endsFormatting {
                endLinks(kept, &sink)
                kept = []
            }
        }
        if isEnd { return endLinks(kept, &sink) }
        for entry in kept.reversed() { reopen(entry, &sink) }
    }

    private mutating func reopen(_ entry: Entry, _ sink: inout some HTMLSink) {
        guard entry.isBlock else {
            return openInline(entry.name, entry.element, entry.style, count: min(entry.count, Self.mostEqualKept))
        }
        var entry = entry
        entry.around = text
        entry.isReported = !entry.inside.isRemoved
        if entry.isReported { sink.open(.formatting, noAttributes, isBlock: true) }
        open(entry)
    }

    /// Closes an element and those in it.
    mutating func close(at index: Int, _ sink: inout some HTMLSink) {
        guard entries[index].count > 1 else { return close(downTo: index, &sink) }
        close(downTo: index + 1, &sink)
        entries[index].count -= 1
    }

    /// Closes a formatting element, and the inline elements in it that are no formatting elements.
    ///
    /// Blocks in it stay open: `<b><p>a</b>b` has one bold letter, and one paragraph.
    mutating func closeFormatting(at index: Int, _ sink: inout some HTMLSink) {
        // Most are the innermost element.
        if index == entries.count - 1, entries[index].count == 1 {
            report(entries[index], &sink)
            text = entries.removeLast().around
            return
        }
        let end = entries[(index + 1)...].firstIndex { $0.element.isSpecial } ?? entries.count
        var around = entries[index].around
        let inner = entries[index..<end]
        for entry in inner.reversed() where !entry.element.isFormatting { report(entry, &sink) }
        report(entries[index], &sink)
        var rest = inner.dropFirst().filter(\.element.isFormatting)
        if var entry = inner.first, entry.count > 1 {
            entry.count -= 1
            rest.insert(entry, at: 0)
        }
        entries.replaceSubrange(index..<end, with: rest)
        for index in index..<entries.count {
            entries[index].around = around
            around = entries[index].inside
            // The element that has ended hid this block until now.
            if entries[index].isBlock, !entries[index].isReported, !around.isRemoved {
                entries[index].isReported = true
                sink.open(entries[index].element, noAttributes, isBlock: true)
            }
        }
        text = around
    }

    private func report(_ entry: Entry, _ sink: inout some HTMLSink) {
        // A link ends at its end tag: here it may go on in the next block.
        guard entry.isReported else { return }
        sink.close(entry.element == .link ? .formatting : entry.element, isBlock: entry.isBlock)
    }

    private func endLinks(_ entries: [Entry], _ sink: inout some HTMLSink) {
        if !entries.isEmpty, entries.contains(where: { $0.element == .link }) { sink.close(.link, isBlock: false) }
    }

    // MARK: - Searching

    /// Returns the innermost of the elements that match, if no barrier is nearer.
    @inline(__always) func index(of matches: (Entry) -> Bool, upTo isBarrier: (HTMLElement) -> Bool) -> Int? {
        let index = entries.lastIndex { matches($0) || isBarrier($0.element) }
        return index.flatMap { matches(entries[$0]) ? $0 : nil }
    }

    /// Returns the innermost element of a kind, if no barrier is nearer.
    func index(of element: HTMLElement, upTo isBarrier: (HTMLElement) -> Bool) -> Int? {
        index(of: { $0.element == element }, upTo: isBarrier)
    }
}

extension HTMLElement {
    /// Whether it stays open when the block around it ends.
    var isFormatting: Bool { self == .formatting || self == .link }
    /// Whether formatting elements in it end with it, and elements around it do not end in it.
    var endsScope: Bool { self == .table || self == .cell || self == .caption }
    fileprivate var endsFormatting: Bool { self == .cell || self == .caption || self == .hidden }
    /// Whether an end tag of an inline element in it does not reach beyond it.
    var isSpecial: Bool { self >= .cell && self != .option && self != .dialog }
    var isList: Bool { self == .list || self == .orderedList }
    /// Whether a new item in it does not end the items around it.
    var endsItems: Bool { isSpecial && self != .division && self != .paragraph }
}
