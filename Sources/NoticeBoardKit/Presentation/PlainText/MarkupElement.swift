/// What an element of HTML does to the text around it.
enum MarkupElement {
    /// Nothing.
    case inline
    /// It stands on lines of its own.
    case block
    /// It ends a line.
    case lineBreak
    /// It stands apart on the same line.
    case cell
    /// Nothing between its tags is to be read.
    case hidden

    /// The element of this name, in any case; nothing when HTML has none such.
    ///
    /// A name with a hyphen or a colon is somebody's own element: what mail programs write, and no plain text does.
    init?(name: ArraySlice<UInt8>) {
        guard name.count <= Self.longest else {
            guard name.contains(where: Self.isMarkOfOwn) else { return nil }
            self = .inline
            return
        }
        let text = String(decoding: name.map { $0 | 0x20 == $0 ? $0 : Self.lowercased($0) }, as: UTF8.self)
        if let element = Self.byName[text] {
            self = element
        } else if name.dropLast().contains(where: Self.isMarkOfOwn) {
            self = .inline
        } else {
            return nil
        }
    }

    private static func isMarkOfOwn(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") }
    private static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    private static let longest = byName.keys.map(\.utf8.count).max() ?? 0

    private static let byName: [String: MarkupElement] = {
        let names: [(MarkupElement, String)] = [
            (.lineBreak, "br"),
            (.cell, "td th"),
            (.hidden, "head iframe noframes noscript script style svg template"),
            (
                .block,
                """
                address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure \
                footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre \
                search section summary table tbody tfoot thead tr ul
                """
            ),
            (
                .inline,
                """
                a abbr acronym applet area audio b base basefont bdi bdo bgsound big blink button canvas cite code col colgroup \
                data datalist del dfn em embed font frame i img input ins kbd label link map mark marquee math meta meter nobr \
                object output param picture plaintext progress q rb rp rt rtc ruby s samp select slot small source span strike \
                strong sub sup textarea time title track tt u var video wbr xmp
                """
            ),
        ]
        return names.reduce(into: [:]) { table, row in
            for name in row.1.split(separator: " ") { table[String(name)] = row.0 }
        }
    }()
}
