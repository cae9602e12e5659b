/// An element of HTML, by what it does to the text in it and around it; the groups follow one another.
enum HTMLElement: UInt8, Comparable {
    // In the line of the text around it.
    case inline
    /// An element of the line that does not end with the block around it: `<b>`.
    case formatting
    case link
    /// An element with content that is not shown: a fallback, a list of proposals, a drawing.
    case hidden
    /// Its content holds no tags and is not shown.
    case hiddenText

    // Without an end tag; the last one shows no text.
    case lineBreak, picture, rule, base, void

    // Only in a table; from the second on they are blocks.
    case cell, rowGroup, row, caption

    case block
    /// A block that does not end the items around it at a new item in it.
    case division
    case paragraph, quote, list, orderedList, item, term
    case heading1, heading2, heading3, heading4, heading5, heading6
    case table, select, option
    /// Shown only with the attribute `open`.
    case dialog

    // Keep their lines and spaces.
    case code
    /// Its content holds character references but no tags.
    case fieldText
    /// Its content is shown as it is written.
    case literalText
    /// Everything behind it is shown as it is written.
    case literalRest

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Whether its text is on lines of its own.
    var isBlock: Bool { self > .cell }
    /// Whether the element has no end tag.
    var isVoid: Bool { .lineBreak ... .void ~= self }
    /// Whether it is in the line of the text around it and has no other meaning.
    var isInLine: Bool { self == .inline || self == .formatting }
    /// Whether only a table gives the element its meaning.
    var isOfTable: Bool { .cell ... .caption ~= self }
    /// Whether the element keeps its lines and spaces.
    var keepsSpace: Bool { self >= .code }
    /// The level of a heading.
    var level: Int? {
        .heading1 ... .heading6 ~= self ? Int(rawValue - HTMLElement.heading1.rawValue) + 1 : nil
    }

    /// The elements of HTML, and whether one tag shows that a text is HTML.
    ///
    /// The names of others are words too: `SELECT * FROM <table>`.
    static let byName: HTMLNameTable<(element: HTMLElement, isEvidence: Bool)> = {
        let evidence: [(HTMLElement, String)] = [
            (.lineBreak, "br"), (.picture, "img"), (.rule, "hr"), (.paragraph, "p"), (.division, "div"), (.block, "dl"),
            (.quote, "blockquote"),
            (.list, "ul"), (.orderedList, "ol"), (.item, "li"), (.term, "dt dd"), (.code, "pre"), (.heading1, "h1"),
            (.heading2, "h2"), (.heading3, "h3"), (.heading4, "h4"), (.heading5, "h5"), (.heading6, "h6"),
            (.rowGroup, "tbody thead tfoot"), (.row, "tr"), (.cell, "td th"),
        ]
        let others: [(HTMLElement, String)] = [
            (.link, "a"), (.picture, "image"), (.base, "base"),
            (.void, "area basefont bgsound col embed frame input keygen link meta param source track wbr"),
            (
                .block,
                """
                article aside center details fieldset figcaption figure footer form header hgroup legend main mi mn mo \
                ms mtext nav search section summary
                """
            ),
            (.division, "address"), (.list, "dir menu"), (.code, "listing"), (.table, "table"), (.caption, "caption"),
            (.select, "select"),
            (.option, "optgroup option"), (.dialog, "dialog"),
            (.hidden, "annotation audio canvas datalist meter object progress svg template video"),
            (.hiddenText, "iframe noembed noframes noscript script style title"), (.fieldText, "textarea"),
            (.literalText, "xmp"), (.literalRest, "plaintext"),
            (
                .inline,
                """
                abbr acronym applet bdi bdo blink body button cite colgroup data del dfn frameset head html ins kbd label map \
                mark marquee math menuitem output picture q rb rp rt rtc ruby samp slot span sub sup time var
                """
            ),
            (.formatting, "b big code em font i nobr s small strike strong tt u"),
        ]
        var table = HTMLNameTable<(element: HTMLElement, isEvidence: Bool)>(capacity: 192)
        for (index, row) in (evidence + others).enumerated() {
            for name in row.1.utf8.split(separator: UInt8(ascii: " ")) {
                table.add(HTMLName(name), (row.0, index < evidence.count))
            }
        }
        return table
    }()
}
