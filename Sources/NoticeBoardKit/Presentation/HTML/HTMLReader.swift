@_spi(NoticeBoard) import NoticeBoardSearch

/// Takes what an ``HTMLReader`` reads.
protocol HTMLSink {
    /// Whether it takes no more.
    var isFull: Bool { get }

    mutating func text(_ range: Range<Int>, of bytes: ByteView, keepsSpace: Bool)
    mutating func character(_ character: Unicode.Scalar, keepsSpace: Bool)
    /// An element begins; a block is on lines of its own.
    mutating func open(_ element: HTMLElement, _ attributes: HTMLAttributes, isBlock: Bool)
    mutating func close(_ element: HTMLElement, isBlock: Bool)
}

/// Reads contents as a browser does, as far as that decides what is shown: which elements are open, hidden or keep their lines.
///
/// Open elements are a list of bounded length and never a call within a call. Each `open` of an element that is not void is
/// followed by its `close`, except for a link.
struct HTMLReader {
    private struct Open {
        let name: HTMLName
        let element: HTMLElement
        let isBlock: Bool
        /// The state around the element.
        let (wasHidden, keptSpace): (Bool, Bool)
    }

    private var tokenizer: HTMLTokenizer
    private var open: [Open] = []
    private var isHidden = false
    private var keepsSpace = false
    /// Whether a line end at the beginning of an element is dropped.
    private var dropsLineEnd = false

    /// Elements that are open at once; more are read as if they were beside one another.
    private static let mostOpen = 256

    init(_ bytes: ByteView) { tokenizer = HTMLTokenizer(bytes) }

    /// Decides whether the contents are HTML; plain text keeps its lines.
    ///
    /// Without this call the first tag decides.
    mutating func decide() -> Bool {
        tokenizer.decide()
        keepsSpace = tokenizer.isHTML == false
        return tokenizer.isHTML == true
    }

    /// Reads on until the sink is full; whether everything was read.
    mutating func read(into sink: inout some HTMLSink) -> Bool {
        while !sink.isFull {
            guard let token = tokenizer.next() else {
                close(downTo: 0, &sink)
                return true
            }
            switch token {
            case .skipped: break
            case .text(let range): if !isHidden { text(range, &sink) }
            case .character(let character):
                dropsLineEnd = false
                if !isHidden { sink.character(character, keepsSpace: keepsSpace) }
            case .tag(let element, let name, let attributes):
                // Most tags without attributes, such as `<b>`, change nothing.
                guard element != .inline || !attributes.isEmpty || isOpen(.inline) else { continue }
                dropsLineEnd = false
                if name.isClosing {
                    end(element, named: name.name, attributes, &sink)
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
        if !range.isEmpty { sink.text(range, of: tokenizer.bytes, keepsSpace: keepsSpace) }
    }

    /// Closes the innermost elements until so many are open.
    private mutating func close(downTo depth: Int, _ sink: inout some HTMLSink) {
        while open.count > depth, let last = open.popLast() {
            if !isHidden { sink.close(last.element, isBlock: last.isBlock) }
            (isHidden, keepsSpace) = (last.wasHidden, last.keptSpace)
        }
    }

    // MARK: - Begin tags

    /// Returns how many elements stay open when an element begins.
    private func depth(before element: HTMLElement) -> Int {
        var depth = open.count
        switch element {
        case .inline, .lineBreak, .picture: return depth
        case .item, .term:
            depth = place(of: { $0.element == element }, upTo: { $0.endsItems || $0.endsScope || $0 == .quote }) ?? depth
        case .option: depth = place(of: { $0.element == .option }, upTo: { $0 == .select }) ?? depth
        case .row: depth = place(of: { $0.element == .row || $0.element == .caption }, upTo: { $0 == .table }) ?? depth
        case .cell:
            depth = place(of: { $0.element == .cell || $0.element == .caption }, upTo: { $0 == .table || $0 == .row }) ?? depth
        case .rowGroup, .caption: depth = (place(of: { $0.element == .table }, upTo: { _ in false }) ?? -1) + 1
        case .link: depth = place(of: { $0.element == .link }, upTo: { $0.isBlock || $0 == .cell }) ?? depth
        default:
            if element.level != nil, let last = open.last, last.element.level != nil { depth = open.count - 1 }
        }
        guard element.isBlock || element == .rule else { return depth }
        switch element {
        case .select, .option, .dialog, .fieldText: return depth
        default: return min(depth, place(of: { $0.element == .paragraph }, upTo: { $0.endsScope || $0 == .hidden }) ?? depth)
        }
    }

    private mutating func begin(
        _ element: HTMLElement, named name: HTMLName, _ attributes: HTMLAttributes, _ sink: inout some HTMLSink
    ) {
        guard element == .option || element == .select || !isOpen(.select) else { return }
        guard !element.isOfTable || isOpen(.table) else { return }
        if !open.isEmpty { close(downTo: depth(before: element), &sink) }
        let style = attributes.style
        let isBlock = element.isBlock || element == .rule || style.isBlock && element != .cell
        let hides =
            switch element {
            case .hidden: !attributes.endsTag && tokenizer.hasEnd(name, behind: tokenizer.position)
            case .dialog: !attributes.has("open")
            default: false
            }
        let isShown = !isHidden && !hides && !style.isHidden
        if isShown, isBlock || element.isSeenAlone { sink.open(element, attributes, isBlock: isBlock) }
        if element.isVoid { return }
        let changesText = isBlock || hides || style.isHidden || style.keepsSpace != nil || element == .cell
        guard changesText, open.count < Self.mostOpen else { return }
        open.append(Open(name: name, element: element, isBlock: isBlock, wasHidden: isHidden, keptSpace: keepsSpace))
        isHidden = !isShown
        keepsSpace = style.keepsSpace ?? (keepsSpace || element.keepsSpace)
        dropsLineEnd = element.keepsSpace
    }

    // MARK: - End tags

    /// Closes an element and those within it, if its begin tag is in reach.
    private mutating func end(
        _ element: HTMLElement, named name: HTMLName, _ attributes: HTMLAttributes, _ sink: inout some HTMLSink
    ) {
        // `</br>` is a line break, and a paragraph without its begin an empty one.
        if !isHidden, element == .lineBreak { sink.open(.lineBreak, attributes, isBlock: false) }
        if !isHidden, element == .paragraph, !isOpen(.paragraph) { sink.close(.paragraph, isBlock: true) }
        let hasName = { (open: Open) in open.name == name }
        let place: Int? =
            switch element {
            case .hidden: place(of: hasName, upTo: { _ in false })
            case .table, .rowGroup, .row, .cell, .caption: place(of: hasName, upTo: { $0 == .table })
            case .item: place(of: hasName, upTo: { $0.endsItems || $0.endsScope })
            case .option: place(of: hasName, upTo: { $0 == .select })
            case .inline, .link: place(of: hasName, upTo: { $0.isBlock || $0 == .cell })
            case _ where element.level != nil: self.place(of: { $0.element.level != nil }, upTo: { $0.endsScope })
            default: place(of: hasName, upTo: { $0.endsScope })
            }
        if let place {
            close(downTo: place, &sink)
        } else if element == .link, !isHidden {
            sink.close(.link, isBlock: false)
        }
    }

    private func isOpen(_ element: HTMLElement) -> Bool { open.contains { $0.element == element } }

    /// Returns the innermost of the elements that match, if it is in front of every barrier.
    private func place(of matches: (Open) -> Bool, upTo isBarrier: (HTMLElement) -> Bool) -> Int? {
        let index = open.lastIndex { matches($0) || isBarrier($0.element) }
        return index.flatMap { matches(open[$0]) ? $0 : nil }
    }
}

extension HTMLElement {
    /// Whether a sink must know of it even if it is no block.
    fileprivate var isSeenAlone: Bool {
        self == .link || self == .lineBreak || self == .picture || self == .base || self == .cell
    }
    /// Whether an end tag within it closes nothing around it.
    fileprivate var endsScope: Bool { self == .table || self == .cell || self == .caption }
    fileprivate var endsItems: Bool { self == .list || self == .orderedList }
}
