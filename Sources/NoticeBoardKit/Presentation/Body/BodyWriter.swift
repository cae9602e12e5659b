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
            return writer.body()
        }
        self = body ?? PostBody(blocks: [])
    }
}

/// Makes the blocks of a ``PostBody`` from what an ``HTMLReader`` reads.
struct BodyWriter: HTMLSink {
    /// Longer blocks are divided: no view draws as much at once.
    private static let longestPart = 16_384

    private let isHTML: Bool
    /// `nil` if the reading goes on after a cancellation.
    private var cancellation: CancellationCheck?
    /// Where relative addresses lead from.
    private var base: URL?
    private var parts: BodyParts
    private var text = BodyText()
    private var nesting = BlockNesting()
    /// Whether the text that is being read began with a block.
    private var beginsBlock = false

    init(limit: Int, base: URL?, isHTML: Bool, isCancellable: Bool) {
        self.base = base
        self.isHTML = isHTML
        cancellation = isCancellable ? CancellationCheck() : nil
        parts = BodyParts(limit: limit)
    }

    /// Whether there was more than fits, or the task was cancelled.
    var isFull: Bool {
        mutating get { parts.isCut || cancellation?.isCancelled() == true }
    }

    /// Ends the last part, and returns the body.
    mutating func body() -> PostBody {
        endRow()
        return PostBody(blocks: parts.all.map(\.block), isCut: parts.isCut || cancellation?.wasCancelled == true)
    }

    // MARK: - Reading

    mutating func text(_ range: Range<Int>, of bytes: ByteView, keepsSpace: Bool) {
        // An empty line divides paragraphs of plain text.
        if !isHTML, text.isAtLineStart, range.allSatisfy({ bytes[$0].isSpace }) { return flush() }
        divide(before: range.count)
        text.append(range, of: bytes, keepsSpace: keepsSpace)
    }

    mutating func character(_ character: Unicode.Scalar, keepsSpace: Bool) {
        divide(before: 1)
        text.append(character, keepsSpace: keepsSpace)
    }

    mutating func open(_ element: HTMLElement, _ attributes: HTMLAttributes, isBlock: Bool) {
        if isBlock { flush(isBlock: true) }
        switch element {
        case .link: text.beginLink(to: url(attributes.value("href", limit: BodyAddress.longest)))
        case .base: base = url(attributes.value("href", limit: BodyAddress.longest)) ?? base
        case .lineBreak: text.lineBreak()
        case .picture: picture(attributes)
        case .rule: add(BodyPart(kind: .rule))
        case .table: endRow()
        case .cell:
            flush()
            parts.beginCell()
        default: nesting.open(element, attributes)
        }
    }

    mutating func close(_ element: HTMLElement, isBlock: Bool) {
        if isBlock { flush(isBlock: true) }
        switch element {
        case .link: text.endLink()
        case .cell: flush()
        case .table, .rowGroup, .row: endRow()
        default: nesting.close(element)
        }
    }

    /// A picture without an address that can be loaded is not shown, as in a browser's text.
    private mutating func picture(_ attributes: HTMLAttributes) {
        guard let url = url(attributes.value("src", limit: BodyAddress.longest), isPicture: true) else { return }
        let link = text.linkURL
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

    // MARK: - Parts

    private mutating func divide(before count: Int) { if text.count + count > Self.longestPart { flush() } }

    /// Ends the part that is being read; one that shows nothing is dropped.
    private mutating func flush(isBlock: Bool = false) {
        if var part = text.finish(as: nesting.kind) {
            part.endsBlock = isBlock
            add(part)
            nesting.endItemStart()
            beginsBlock = false
        }
        beginsBlock = beginsBlock || isBlock
    }

    private mutating func endRow() {
        flush()
        parts.endRow()
    }

    private mutating func add(_ part: BodyPart) {
        var part = part
        part.quotes = nesting.quotes
        part.lists = nesting.listCount
        part.beginsBlock = beginsBlock
        parts.append(part)
    }
}

/// Asks whether the current task was cancelled, once in 256 calls: a question costs more than a piece of text.
private struct CancellationCheck {
    private var calls = 0
    private(set) var wasCancelled = false

    mutating func isCancelled() -> Bool {
        calls &+= 1
        if calls & 0xFF == 0, Task.isCancelled { wasCancelled = true }
        return wasCancelled
    }
}
