/// Characters that are written as `&amp;`, `&#44544;` or `&#xD55C;`.
enum MarkupEntity {
    /// The character that the entity at the beginning of `bytes` stands for, and where it ends; nothing when it is none.
    ///
    /// The semicolon is needed: `?a=1&copy=2` is an address.
    static func read(_ bytes: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, end: Int)? {
        let body = bytes.dropFirst().prefix(longest)
        guard let end = body.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = body[..<end]
        let scalar = name.first == UInt8(ascii: "#") ? numeric(name.dropFirst()) : PackedName(name).flatMap { named[$0] }
        return scalar.map { ($0, end + 1) }
    }

    /// Beyond so many bytes an entity does not go on.
    static let longest = 12

    private static func numeric(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let isHexadecimal = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
        let digits = isHexadecimal ? digits.dropFirst() : digits
        // A sign is none of the digits that an entity has.
        guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
        else { return nil }
        if 0x80...0x9F ~= number { return windows[Int(number) - 0x80] }
        // What is no character, or steers a terminal instead of being seen, becomes the mark for that.
        guard let scalar = Unicode.Scalar(number), number >= 0x20 || number == 9 || number == 10 || number == 13, number != 0x7F
        else { return "\u{FFFD}" }
        return scalar
    }

    /// What numbers 128 to 159 mean: writers of HTML had Windows in mind, and HTML gave in.
    private static let windows = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars).map {
        $0.value < 0xA0 ? "\u{FFFD}" : $0
    }

    /// The names of HTML 4, and `apos`.
    static let named: NameTable<Unicode.Scalar> = {
        var table: [PackedName: Unicode.Scalar] = [:]
        for row in rows {
            var number = row.first
            for name in row.names.split(separator: " ") {
                PackedName(name.utf8).map { table[$0] = Unicode.Scalar(number) }
                number += 1
            }
        }
        for pair in others.split(separator: " ") {
            let sides = pair.split(separator: ":")
            PackedName(sides[0].utf8).map { table[$0] = UInt32(sides[1]).flatMap { Unicode.Scalar($0) } }
        }
        return NameTable(table.map { ($0.key, $0.value) })
    }()

    /// Names of characters in a row; a hyphen stands for one that has none.
    private static let rows: [(first: UInt32, names: String)] = [
        (
            160,
            """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
            para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil \
            Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
            Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
            igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
            thorn yuml
            """
        ),
        (
            913,
            """
            Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi \
            Psi Omega
            """
        ),
        (
            945,
            """
            alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi \
            chi psi omega
            """
        ),
        (8592, "larr uarr rarr darr harr"), (8656, "lArr uArr rArr dArr hArr"), (8968, "lceil rceil lfloor rfloor"),
    ]

    private static let others = """
        quot:34 amp:38 apos:39 lt:60 gt:62 OElig:338 oelig:339 Scaron:352 scaron:353 Yuml:376 fnof:402 circ:710 tilde:732 \
        thetasym:977 upsih:978 piv:982 ensp:8194 emsp:8195 thinsp:8201 zwnj:8204 zwj:8205 lrm:8206 rlm:8207 ndash:8211 \
        mdash:8212 lsquo:8216 rsquo:8217 sbquo:8218 ldquo:8220 rdquo:8221 bdquo:8222 dagger:8224 Dagger:8225 bull:8226 \
        hellip:8230 permil:8240 prime:8242 Prime:8243 lsaquo:8249 rsaquo:8250 oline:8254 frasl:8260 euro:8364 image:8465 \
        weierp:8472 real:8476 trade:8482 alefsym:8501 crarr:8629 forall:8704 part:8706 exist:8707 empty:8709 nabla:8711 \
        isin:8712 notin:8713 ni:8715 prod:8719 sum:8721 minus:8722 lowast:8727 radic:8730 prop:8733 infin:8734 ang:8736 \
        and:8743 or:8744 cap:8745 cup:8746 int:8747 there4:8756 sim:8764 cong:8773 asymp:8776 ne:8800 equiv:8801 le:8804 \
        ge:8805 sub:8834 sup:8835 nsub:8836 sube:8838 supe:8839 oplus:8853 otimes:8855 perp:8869 sdot:8901 lang:10216 \
        rang:10217 loz:9674 spades:9824 clubs:9827 hearts:9829 diams:9830
        """
}
