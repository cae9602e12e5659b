public import Foundation
import NoticeBoardBase
@_spi(NoticeBoard) import NoticeBoardSearch

extension PostBody {
    /// Creates the blocks of `contents`, at most `limit` of them.
    ///
    /// Relative addresses lead from `baseURL`, or from the `<base>` that the contents name; without either they are no addresses.
    public init(_ contents: String, limit: Int = 5_000, baseURL: URL? = nil) {
        self.init(contents, limit: limit, baseURL: baseURL, isCancellable: false)
    }

    /// Creates the blocks of `contents`; with `isCancellable` only those that were read before the current task was cancelled.
    init(_ contents: String, limit: Int = 5_000, baseURL: URL?, isCancellable: Bool) {
        let body = ByteView.read(contents) { bytes, _ in
            var reader = HTMLReader(bytes)
            var writer = BodyWriter(limit: limit, base: baseURL, isHTML: reader.decide(), isCancellable: isCancellable)
            _ = reader.read(into: &writer)
            writer.finish()
            return PostBody(blocks: writer.parts.map(\.block), isCut: writer.isCut)
        }
        self = body ?? PostBody(blocks: [])
    }
}

/// Makes the blocks of a ``PostBody`` from what an ``HTMLReader`` reads.
struct BodyWriter: HTMLSink {
    private(set) var parts: [BodyPart] = []
    /// Whether there was more than fits.
    private(set) var isCut = false
    /// Whether it takes no more: there was more than fits, or the task was cancelled.
    var isFull: Bool {
        mutating get {
            if isCancellable {
                questions &+= 1
                if questions & 0xFF == 0, Task.isCancelled { isCut = true }
            }
            return isCut
        }
    }

    private struct List {
        /// The next number; `nil` if the list does not count.
        var next: Int32?
        var step: Int32 = 1
    }

    /// Longer contents are not shown, and longer blocks are divided: no view draws as much at once.
    private static let mostText = 1_000_000
    private static let longestPart = 16_384

    private let limit: Int
    private let isHTML: Bool
    private let isCancellable: Bool
    /// How often it was asked whether it is full: the task is not looked at for each piece.
    private var questions = 0
    private var base: URL?
    private var text = TextWriter()
    /// How much text the parts have.
    private var size = 0
    private var links: [(range: Range<Int>, url: URL)] = []
    private var link: (start: Int, url: URL)?
    private var heading: Int?
    private var code = 0
    private var quotes = 0
    private var lists: [List] = []
    /// The kind of the next part: an item that has no text yet.
    private var item: PostBody.Block.Kind?
    /// The first part of each cell of the row that is being read.
    private var cells: [Int] = []
    /// Whether the text that is being read began with a block.
    private var beginsBlock = false

    init(limit: Int, base: URL?, isHTML: Bool, isCancellable: Bool) {
        self.limit = limit
        self.base = base
        self.isHTML = isHTML
        self.isCancellable = isCancellable
    }

    /// Ends the last part.
    mutating func finish() { endRow() }

    private mutating func divide(before count: Int) { if text.bytes.count + count > Self.longestPart { flush() } }

    // MARK: - Reading

    mutating func text(_ range: Range<Int>, of bytes: ByteView, keepsSpace: Bool) {
        // An empty line divides paragraphs of plain text.
        if !isHTML, text.bytes.last ?? 0x0A == 0x0A, range.allSatisfy({ bytes[$0].isSpace }) { return flush() }
        divide(before: range.count)
        text.text(range, of: bytes, keepsSpace: keepsSpace)
    }

    mutating func character(_ character: Unicode.Scalar, keepsSpace: Bool) {
        divide(before: 1)
        text.character(character, keepsSpace: keepsSpace)
    }

    mutating func open(_ element: HTMLElement, _ attributes: HTMLAttributes, isBlock: Bool) {
        if isBlock { flush(isBlock: true) }
        switch element {
        case .link:
            endLink()
            link = url(attributes.value("href", limit: BodyAddress.longest)).map { (text.bytes.count, $0) }
        case .base: base = url(attributes.value("href", limit: BodyAddress.longest)) ?? base
        case .lineBreak: text.lineBreak()
        case .picture: picture(attributes)
        case .rule: add(BodyPart(kind: .rule))
        case .quote: quotes += 1
        case .list: lists.append(List())
        case .orderedList:
            let start = attributes.value("start").flatMap { Int32($0) }
            // A reversed list counts from the number of its items, which is not known yet.
            let isReversed = attributes.has("reversed")
            lists.append(isReversed ? List(next: start, step: -1) : List(next: start ?? 1, step: 1))
        case .item: beginItem(attributes)
        case .code, .literalText, .literalRest: code += 1
        case .table: endRow()
        case .cell:
            flush()
            cells.append(parts.count)
        default: if let level = element.level { heading = level }
        }
    }

    mutating func close(_ element: HTMLElement, isBlock: Bool) {
        if isBlock { flush(isBlock: true) }
        switch element {
        case .link: endLink()
        case .quote: quotes -= 1
        case .list, .orderedList: _ = lists.popLast()
        case .code, .literalText, .literalRest: code -= 1
        case .cell: flush()
        // An item without text.
        case .item: item = nil
        case .table, .rowGroup, .row: endRow()
        default: if element.level != nil { heading = nil }
        }
    }

    private mutating func beginItem(_ attributes: HTMLAttributes) {
        item = .item(number: nil)
        guard var list = lists.popLast() else { return }
        if let value = attributes.value("value").flatMap({ Int32($0) }), list.next != nil {
            list.next = value
        }
        if let number = list.next {
            item = .item(number: Int(number))
            list.next = number.addingReportingOverflow(list.step).overflow ? number : number + list.step
        }
        lists.append(list)
    }

    /// A picture without an address that can be loaded is not shown, as in a browser's text.
    private mutating func picture(_ attributes: HTMLAttributes) {
        guard let url = url(attributes.value("src", limit: BodyAddress.longest), isPicture: true) else { return }
        let link = link?.url
        flush()
        var part = BodyPart(kind: .picture(url))
        var words = TextWriter(isLine: true)
        words.write(attributes.value("alt") ?? "")
        part.text = words.bytes
        part.links = link.map { [(part.text.indices, $0)] } ?? []
        add(part)
    }

    private func url(_ text: String?, isPicture: Bool = false) -> URL? {
        text.flatMap { BodyAddress.url($0, base: base, isPicture: isPicture) }
    }

    private mutating func endLink() {
        if let link { links.append((link.start..<text.bytes.count, link.url)) }
        link = nil
    }

    // MARK: - Parts

    /// Ends the part that is being read; one that shows nothing is dropped.
    private mutating func flush(isBlock: Bool = false) {
        // A link goes on in the next part.
        let open = link
        endLink()
        if var part = part() {
            part.endsBlock = isBlock
            add(part)
            item = nil
            beginsBlock = false
        }
        beginsBlock = beginsBlock || isBlock
        links = []
        link = open.map { (0, $0.url) }
        text.removeAll()
    }

    private func part() -> BodyPart? {
        let isCode = code > 0
        // White space at the beginning of a line of code matters.
        let isOutside = { (byte: UInt8) in isCode ? 0x0A...0x0D ~= byte : byte.isSpace }
        guard let last = text.bytes.lastIndex(where: { !isOutside($0) }),
            let first = text.bytes.firstIndex(where: { !isOutside($0) })
        else { return nil }
        let shown = first..<(last + 1)
        var part = BodyPart(kind: isCode ? .code : heading.map { .heading(level: $0) } ?? item ?? .paragraph)
        part.text = Array(text.bytes[shown])
        guard !String(decoding: part.text, as: UTF8.self).isBlank else { return nil }
        for link in links {
            let words = link.range.clamped(to: shown)
            let isSpace = { (index: Int) in text.bytes[index] == 0x20 || text.bytes[index] == 0x0A }
            guard let start = words.first(where: { !isSpace($0) }), let end = words.last(where: { !isSpace($0) }) else {
                continue
            }
            part.links.append((start - first..<end + 1 - first, link.url))
        }
        return part
    }

    private mutating func add(_ part: BodyPart) {
        guard parts.count < limit, size < Self.mostText else {
            isCut = true
            return
        }
        var part = part
        part.quotes = quotes
        part.lists = lists.count
        part.beginsBlock = beginsBlock
        parts.append(part)
        size += part.text.count
        if size > Self.mostText { isCut = true }
    }

    /// Makes a row of the parts that its cells have.
    ///
    /// A lone cell is a frame around a page: its parts are kept.
    private mutating func endRow() {
        flush()
        guard let first = cells.first else { return }
        let bounds = zip(cells, cells.dropFirst() + [parts.count])
        let all = parts[first...]
        let isFrame = cells.count == 1 && (all.count { !$0.isPicture } != 1 || !all.contains { $0.kind == .paragraph })
        cells = []
        guard !isFrame else { return }
        let row = BodyPart.row(bounds.map { parts[$0..<$1].filter { !$0.isPicture }[...] })
        let pictures = all.filter(\.isPicture)
        parts.removeSubrange(first...)
        if let row { parts.append(row) }
        parts += pictures
    }
}
