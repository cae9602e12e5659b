@_spi(NoticeBoard) import NoticeBoardSearch

/// Reads contents as a browser does, as far as that decides what is shown: which elements are open, hidden or keep their lines.
///
/// Each `open` of an element that is not void is followed by its `close`, except for a link.
struct HTMLReader {
    private var tokenizer: HTMLTokenizer
    private var open: HTMLOpenElements
    /// Whether a line end at the beginning of an element is dropped.
    private var dropsLineEnd = false

    private static let tableRow = HTMLName("tr".utf8)

    init(_ bytes: ByteView) {
        tokenizer = HTMLTokenizer(bytes)
        open = HTMLOpenElements(bytes)
    }

    /// Decides whether the contents are HTML; plain text keeps its lines.
    ///
    /// Without this call the first tag decides.
    mutating func decide() -> Bool {
        tokenizer.decide()
        open.keepSpace(tokenizer.isHTML == false)
        return tokenizer.isHTML == true
    }

    /// Reads on until the sink is full; whether everything was read.
    mutating func read(into sink: inout some HTMLSink) -> Bool {
        while !sink.isFull {
            guard let token = tokenizer.next() else {
                open.close(downTo: 0, isEnd: true, &sink)
                return true
            }
            switch token {
            case .skipped: break
            case .text(let range): if open.text.isShown { text(range, &sink) }
            case .character(let reference):
                dropsLineEnd = false
                guard open.text.isShown else { continue }
                sink.character(reference.character, keepsSpace: open.text.keepsSpace)
                if let second = reference.second { sink.character(second, keepsSpace: open.text.keepsSpace) }
            case .tag(let element, let name, let attributes):
                dropsLineEnd = false
                if name.isClosing {
                    end(element, named: name.name, attributes, &sink)
                } else if element.isInLine, attributes.isEmpty {
                    // Most tags, such as `<b>`.
                    open.openInline(name.name, element)
                } else {
                    begin(element, named: name.name, attributes, &sink)
                }
            }
        }
        return tokenizer.next() == nil
    }

    private mutating func text(_ range: Range<Int>, _ sink: inout some HTMLSink) {
        var range = range
        if dropsLineEnd {
            dropsLineEnd = false
            if tokenizer.bytes[range.lowerBound] == 0x0D { range.removeFirst() }
            if !range.isEmpty, tokenizer.bytes[range.lowerBound] == 0x0A { range.removeFirst() }
        }
        if !range.isEmpty { sink.text(range, of: tokenizer.bytes, keepsSpace: open.text.keepsSpace) }
    }

    // MARK: - Begin tags

    private mutating func begin(
        _ element: HTMLElement, named name: HTMLName, _ attributes: HTMLAttributes, _ sink: inout some HTMLSink
    ) {
        guard element == .option || element == .select || !open.text.isInSelect else { return }
        guard !element.isOfTable || open.text.isInTable else { return }
        makeRoom(for: element, &sink)
        let style = HTMLStyle(attributes)
        let removes =
            switch element {
            case .hidden: !attributes.endsTag && tokenizer.hasEnd(name, behind: tokenizer.position)
            case .dialog: style.display == nil && !attributes.has("open")
            default: false
            }
        let isBlock = element.isBlock || element == .rule || style.display == .block && element != .cell
        let isShown = !open.text.isRemoved && !removes && style.display != .removed
        if element.isVoid {
            let isVisible = style.isVisible ?? !open.text.isInvisible
            // A base shows nothing.
            if isShown, isVisible || element == .base { sink.open(element, attributes, isBlock: isBlock) }
            return
        }
        // Without its end tag its content is shown.
        if element == .hidden, !removes { return }
        if element == .link, isShown { sink.open(.link, attributes, isBlock: isBlock) }
        if !isBlock, !removes, element != .cell {
            open.openInline(name, element, style)
        } else if open.hasRoom {
            if isShown, element != .link { sink.open(element, attributes, isBlock: isBlock) }
            open.open(
                HTMLOpenElements.Entry(
                    name: name, element: element, isBlock: isBlock, isReported: isShown, removes: removes, style: style))
        } else if isShown {
            // As if it was beside the innermost one.
            sink.close(.inline, isBlock: isBlock)
        }
        dropsLineEnd = element.keepsSpace
    }

    /// Closes the elements that the beginning of another one ends, and begins the row around a cell without one.
    private mutating func makeRoom(for element: HTMLElement, _ sink: inout some HTMLSink) {
        if open.entries.isEmpty { return }
        if element == .link, let index = open.index(of: .link, upTo: \.endsScope) { open.closeFormatting(at: index, &sink) }
        open.close(downTo: depth(before: element), &sink)
        if element == .cell, open.hasRoom, open.index(of: .row, upTo: { $0 == .table }) == nil {
            let isReported = !open.text.isRemoved
            if isReported { sink.open(.row, open.noAttributes, isBlock: true) }
            open.open(
                HTMLOpenElements.Entry(
                    name: Self.tableRow, element: .row, isBlock: true, isReported: isReported, removes: false, style: HTMLStyle())
            )
        }
    }

    /// Returns how many elements stay open when an element begins.
    private func depth(before element: HTMLElement) -> Int {
        let count = open.entries.count
        var depth = count
        switch element {
        case .inline, .formatting, .link, .lineBreak, .picture: return count
        case .item, .term: depth = open.index(of: element, upTo: \.endsItems) ?? count
        case .option: depth = open.index(of: .option, upTo: { $0 == .select }) ?? count
        case .row: depth = open.index(of: { $0.element == .row || $0.element == .caption }, upTo: { $0 == .table }) ?? count
        case .cell:
            depth =
                open.index(of: { $0.element == .cell || $0.element == .caption }, upTo: { $0 == .table || $0 == .row }) ?? count
        case .rowGroup, .caption: depth = (open.index(of: .table, upTo: { _ in false }) ?? -1) + 1
        default:
            if element.level != nil, let last = open.entries.last, last.element.level != nil { depth = count - 1 }
        }
        guard element.isBlock || element == .rule else { return depth }
        switch element {
        case .select, .option, .dialog, .fieldText: return depth
        default: return min(depth, open.index(of: .paragraph, upTo: { $0.endsScope || $0 == .hidden }) ?? depth)
        }
    }

    // MARK: - End tags

    /// Closes an element and those within it, if its begin tag is in reach.
    private mutating func end(
        _ element: HTMLElement, named name: HTMLName, _ attributes: HTMLAttributes, _ sink: inout some HTMLSink
    ) {
        // `</br>` is a line break.
        if element == .lineBreak, open.text.isShown { sink.open(.lineBreak, attributes, isBlock: false) }
        if let index = indexOfBegin(of: element, named: name) {
            if element.isFormatting { open.closeFormatting(at: index, &sink) } else { open.close(at: index, &sink) }
        } else if element == .paragraph, !open.text.isRemoved {
            // A paragraph without its begin is an empty one.
            sink.close(.paragraph, isBlock: true)
        }
        if element == .link, !open.text.isRemoved { sink.close(.link, isBlock: false) }
    }

    /// Returns the open element that an end tag ends.
    private func indexOfBegin(of element: HTMLElement, named name: HTMLName) -> Int? {
        let hasName = { (entry: HTMLOpenElements.Entry) in entry.name == name }
        switch element {
        case .hidden: return open.index(of: hasName, upTo: { _ in false })
        case .table, .rowGroup, .row, .cell, .caption: return open.index(of: hasName, upTo: { $0 == .table })
        case .item: return open.index(of: hasName, upTo: { $0.isList || $0.endsScope })
        case .option: return open.index(of: hasName, upTo: { $0 == .select })
        case .inline: return open.index(of: hasName, upTo: \.isSpecial)
        case _ where element.level != nil: return open.index(of: { $0.element.level != nil }, upTo: \.endsScope)
        default: return open.index(of: hasName, upTo: \.endsScope)
        }
    }
}
