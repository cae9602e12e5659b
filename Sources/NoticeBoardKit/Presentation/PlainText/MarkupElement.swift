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
    /// Nothing between its tags is to be read; some need no second tag where the first ends with a slash.
    case hidden(endsItself: Bool)

    /// The element of this name, in any case; nothing when HTML has none such.
    ///
    /// A name with a hyphen or a colon is somebody's own element: what mail programs write, and no plain text does.
    init?(name: ArraySlice<UInt8>) {
        if let element = PackedName(name, ignoringCase: true).flatMap({ Self.byName[$0] }) {
            self = element
        } else if name.dropLast().contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }) {
            self = .inline
        } else {
            return nil
        }
    }

    static let byName: NameTable<MarkupElement> = {
        let names: [(MarkupElement, String)] = [
            (.lineBreak, "br"),
            (.cell, "td th"),
            (.hidden(endsItself: false), "head iframe noframes noscript script style template"),
            (.hidden(endsItself: true), "svg"),
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
        return NameTable(
            names.flatMap { element, names in
                names.split(separator: " ").compactMap { name in
                    PackedName(name.utf8, ignoringCase: true).map { ($0, element) }
                }
            })
    }()
}
