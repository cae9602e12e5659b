import Foundation

extension PostBody {
    /// The pieces of `contents`, at most `limit` of them.
    public init(_ contents: String, limit: Int = 5_000) {
        let writer = BodyWriter(contents, limit: limit)
        self.init(blocks: writer.blocks, isCut: writer.isCut)
    }
}

/// Makes the pieces of a ``PostBody`` of what a ``MarkupReader`` finds.
///
/// What is open (quotations, lists, a row) is counted and never a call within a call, so that no depth is too deep. What is closed
/// without having been opened changes nothing.
struct BodyWriter {
    private(set) var blocks: [PostBody.Block] = []
    /// Whether there was no room for more.
    private(set) var isCut = false
    /// Of each piece where its text stands in the contents, where somebody wants to know.
    private(set) var traces: [[PlainWriter.Trace]] = []
    /// Whether the contents are HTML.
    let isMarkup: Bool

    private struct List {
        let isOrdered: Bool
        /// So wide wherever it runs; the last number stays.
        var next: Int32
    }

    /// Of a text that is longer nobody reads all on a screen; what is shown of it is divided, since no view draws as much at once.
    private static let (mostText, longestPiece) = (1_000_000, 16_384)

    private let limit: Int
    private let isTracing: Bool
    private var reader: MarkupReader
    private var text: PlainWriter
    /// How much text there is in the pieces.
    private var size = 0
    private var links: [(start: Int, end: Int, url: URL)] = []
    private var link: (start: Int, url: URL)?
    private var heading: Int?
    private var code = 0
    private var quotes = 0
    private var lists: [List] = []
    /// Lists beyond those that anybody can tell apart.
    private var furtherLists = 0
    /// What the next piece begins: an item, with its number where there is one.
    private var item: PostBody.Kind?
    /// Where each cell begins of the row that is being read.
    private var cells: [Int] = []
    /// Where the text of the piece that is to be added stands.
    private var shownTraces: [PlainWriter.Trace] = []
    /// What comes behind the row.
    private var pictures: [PostBody.Block] = []

    init(_ contents: String, limit: Int, tracing: Bool = false) {
        (self.limit, isTracing) = (limit, tracing)
        reader = MarkupReader(contents)
        isMarkup = reader.findsMarkup()
        text = Self.writer(collapses: true, tracing)
        if isMarkup {
            reader.restart()
            read()
        } else {
            for words in PlainPieces(PlainText.text(of: contents), longest: Self.longestPiece) where !isCut && !words.isBlank {
                add(PostBody.Block(.paragraph, words))
            }
        }
    }

    private static func writer(collapses: Bool, _ isTracing: Bool) -> PlainWriter {
        PlainWriter(collapses: collapses, keepsBreaks: true, enough: .max, traces: isTracing)
    }

    private mutating func read() {
        while !isCut, let piece = reader.next() {
            switch piece {
            case .text(let range):
                divideLongText()
                text.write(reader.bytes, range)
            case .word(let range): write(range)
            case .scalar(let scalar, let source):
                divideLongText()
                text.write(scalar, from: source)
            case .tag(let tag):
                let known = BodyTag(name: reader.bytes[tag.name])
                if let known, tag.isClosing {
                    close(known)
                } else if let known {
                    open(known, MarkupAttributes(reader.bytes[tag.attributes]))
                } else {
                    divide(tag.element)
                }
            }
            // A row stays whole, but is not longer than all that is shown.
            if text.size > Self.mostText { isCut = true }
        }
        flush()
    }

    private mutating func divideLongText() { if text.size > Self.longestPiece { endPart() } }

    /// Ends a part of what is longer than a piece; a row stays whole.
    private mutating func endPart() { if cells.isEmpty { flush() } }

    /// Writes what has no white space in it, in parts where it is very long.
    private mutating func write(_ word: Range<Int>) {
        var start = word.lowerBound
        while word.upperBound - start > Self.longestPiece {
            endPart()
            var end = start + Self.longestPiece
            while end > start + 1, reader.bytes[end] & 0xC0 == 0x80 { end -= 1 }
            text.writeWord(reader.bytes, start..<end)
            start = end
            if isCut || text.size > Self.mostText { return }
        }
        if start > word.lowerBound { endPart() }
        text.writeWord(reader.bytes, start..<word.upperBound)
    }

    // MARK: - Tags

    private mutating func open(_ tag: BodyTag, _ attributes: MarkupAttributes) {
        switch tag {
        case .a:
            endLink()
            link = attributes["href"].flatMap { BodyAddress.url($0, isPicture: false) }.map { (text.size, $0) }
        case .img: picture(attributes)
        case .hr:
            flush()
            add(PostBody.Block(.rule, quotes: quotes, lists: depth))
        case .blockquote:
            flush()
            quotes += 1
        case .ul, .ol:
            flush()
            let start = attributes["start"].flatMap { Int32($0) } ?? 1
            if lists.count < 32 { lists.append(List(isOrdered: tag == .ol, next: start)) } else { furtherLists += 1 }
        case .li:
            flush()
            beginItem()
        case .pre:
            flush()
            code += 1
            text = Self.writer(collapses: false, isTracing)
        case .table, .tr: flush()
        case .td, .th:
            text.space()
            cells.append(text.size)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            flush()
            heading = tag.level
        }
    }

    private mutating func close(_ tag: BodyTag) {
        switch tag {
        case .a: endLink()
        case .td, .th: text.space()
        case .img, .hr: break
        case .table, .tr, .li: flush()
        case .blockquote:
            flush()
            quotes = max(quotes - 1, 0)
        case .ul, .ol:
            flush()
            if furtherLists > 0 { furtherLists -= 1 } else { _ = lists.popLast() }
        case .pre:
            flush()
            code = max(code - 1, 0)
            text = Self.writer(collapses: code == 0, isTracing)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            flush()
            heading = nil
        }
    }

    /// What divides within a cell does not end its row.
    private mutating func divide(_ element: MarkupElement) {
        switch element {
        case .block where !cells.isEmpty: text.space()
        case .block: flush()
        case .lineBreak: code > 0 ? text.write([0x0A], 0..<1) : text.lineBreak()
        case .cell, .inline, .hidden: break
        }
    }

    // MARK: - Pieces

    private var depth: Int { lists.count + furtherLists }

    private mutating func beginItem() {
        item = .item(number: nil)
        guard furtherLists == 0, let list = lists.last, list.isOrdered else { return }
        item = .item(number: Int(list.next))
        if list.next < .max { lists[lists.count - 1].next += 1 }
    }

    private mutating func picture(_ attributes: MarkupAttributes) {
        let words = PlainText.line(of: attributes["alt"] ?? "")
        guard let url = attributes["src"].flatMap({ BodyAddress.url($0, isPicture: true) }) else {
            return writeWords(words)
        }
        let block = PostBody.Block(.picture(url), words, quotes: quotes, lists: depth)
        if !cells.isEmpty { return pictures.append(block) }
        flush()
        add(block)
    }

    /// Writes what does not stand between tags.
    private mutating func writeWords(_ words: String) {
        let bytes = Array(words.utf8)
        text.write(bytes, bytes.indices, isTraced: false)
    }

    private mutating func endLink() {
        if let link { links.append((link.start, text.size, link.url)) }
        link = nil
    }

    /// Ends the piece that is being read; one that says nothing is none.
    private mutating func flush() {
        // A link goes on in the next piece, as it does for whoever sees the HTML.
        let open = link
        endLink()
        if let block = block() {
            add(block)
            item = nil
        }
        for picture in pictures { add(picture) }
        (links, cells, pictures, link) = ([], [], [], open.map { (0, $0.url) })
        text = Self.writer(collapses: code == 0, isTracing)
    }

    private mutating func block() -> PostBody.Block? {
        let bytes = text.written
        // Of code, white space at the beginning of a line says something.
        let shown = bytes.extent { code > 0 ? 0x0A...0x0D ~= $0 : $0 == 0x20 || 0x09...0x0D ~= $0 }
        let words = String(decoding: bytes[shown], as: UTF8.self)
        guard !words.isBlank else { return nil }
        shownTraces = text.traces?.map { $0.moved(by: -shown.lowerBound) } ?? []
        let range = { (start: Int, end: Int) in
            let part = bytes[start..<end].extent { $0 == 0x20 || $0 == 0x0A }.clamped(to: shown)
            let index = { words.utf8.index(words.startIndex, offsetBy: $0 - shown.lowerBound) }
            return index(part.lowerBound)..<index(part.upperBound)
        }
        let kind: PostBody.Kind =
            if !cells.isEmpty { .row(cells: zip(cells, cells.dropFirst() + [bytes.count]).map(range)) } else if code > 0 {
                .code
            } else if let heading { .heading(level: heading) } else { item ?? .paragraph }
        let found = links.map { PostBody.Link(range($0.start, $0.end), $0.url) }.filter { !$0.range.isEmpty }
        return PostBody.Block(kind, words, links: found, quotes: quotes, lists: depth)
    }

    private mutating func add(_ block: PostBody.Block) {
        guard blocks.count < limit, size < Self.mostText else {
            isCut = true
            return
        }
        blocks.append(block)
        size += block.text.utf8.count
        if isTracing { traces.append(shownTraces) }
        shownTraces = []
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// Where that stands which is not `outside` at its ends; an empty range where nothing does.
    fileprivate func extent(without outside: (UInt8) -> Bool) -> Range<Int> {
        guard let last = lastIndex(where: { !outside($0) }), let first = firstIndex(where: { !outside($0) }) else {
            return startIndex..<startIndex
        }
        return first..<(last + 1)
    }
}
