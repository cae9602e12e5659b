import Foundation
@_spi(NoticeBoard) import NoticeBoardSearch

/// The text of the part that is being read, with the links in it.
struct BodyText {
    private var writer = TextWriter()
    /// The links that have ended, as ranges of the written bytes.
    private var links: [(range: Range<Int>, url: URL)] = []
    private var openLink: (start: Int, url: URL)?

    /// The bytes that were written.
    var count: Int { writer.bytes.count }
    /// Whether a line begins here.
    var isAtLineStart: Bool { writer.bytes.last ?? 0x0A == 0x0A }
    /// The address of the open link.
    var linkURL: URL? { openLink?.url }

    mutating func append(_ range: Range<Int>, of bytes: ByteView, keepsSpace: Bool) {
        writer.text(range, of: bytes, keepsSpace: keepsSpace)
    }

    mutating func append(_ character: Unicode.Scalar, keepsSpace: Bool) {
        writer.character(character, keepsSpace: keepsSpace)
    }

    mutating func lineBreak() { writer.lineBreak() }

    /// Ends the open link, and begins another one unless `url` is `nil`.
    mutating func beginLink(to url: URL?) {
        endLink()
        openLink = url.map { (count, $0) }
    }

    mutating func endLink() {
        if let openLink { links.append((openLink.start..<count, openLink.url)) }
        openLink = nil
    }

    /// Ends the text: returns it as a part, or `nil` if it shows nothing; an open link goes on in the next text.
    mutating func finish(as kind: PostBody.Block.Kind) -> BodyPart? {
        let link = openLink
        endLink()
        let part = part(kind)
        links = []
        openLink = link.map { (0, $0.url) }
        writer.removeAll()
        return part
    }

    private func part(_ kind: PostBody.Block.Kind) -> BodyPart? {
        let bytes = writer.bytes
        let isCode = kind == .code
        // White space at the beginning of a line of code matters.
        let isOutside = { (byte: UInt8) in isCode ? 0x0A...0x0D ~= byte : byte.isSpace }
        guard let last = bytes.lastIndex(where: { !isOutside($0) }), let first = bytes.firstIndex(where: { !isOutside($0) })
        else { return nil }
        let shown = first..<(last + 1)
        var part = BodyPart(kind: kind)
        part.text = Array(bytes[shown])
        guard !String(decoding: part.text, as: UTF8.self).isBlank else { return nil }
        for link in links {
            let words = link.range.clamped(to: shown)
            let isSpace = { (index: Int) in bytes[index] == 0x20 || bytes[index] == 0x0A }
            guard let start = words.first(where: { !isSpace($0) }), let end = words.last(where: { !isSpace($0) }) else {
                continue
            }
            part.links.append((start - first..<end + 1 - first, link.url))
        }
        return part
    }
}
