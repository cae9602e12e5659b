import Testing

@testable import NoticeBoardKit

@Suite("Where a mark would break HTML", .serialized, .inTurn, .timeLimit(.minutes(1))) struct MarkupHazardsTests {
    /// The text with every hazard between brackets.
    private func shown(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var (shown, position) = ("", 0)
        for range in MarkupHazards(bytes).ranges {
            shown += String(decoding: bytes[position..<range.lowerBound], as: UTF8.self)
            shown += "⟦" + String(decoding: bytes[range], as: UTF8.self) + "⟧"
            position = range.upperBound
        }
        return shown + String(decoding: bytes[position...], as: UTF8.self)
    }

    private func expect(_ marked: String, _ location: SourceLocation = #_sourceLocation) {
        let text = marked.filter { $0 != "⟦" && $0 != "⟧" }
        #expect(shown(text) == marked, sourceLocation: location)
    }

    @Test("A tag ends at the first > that stands in no quoted value") func tags() {
        for marked in [
            "", "<", "a<", "a < b", "<3", "<=>", "@<@", "<[", "<{",
            "a⟦<b>⟧c", "⟦<b>⟧⟦</b>⟧", "⟦<b⟧", "⟦<b c⟧", "⟦<b a='⟧", "⟦<b a='>⟧", "⟦<Z>⟧z>", "⟦<z>⟧",
            "⟦<b a=1>⟧c>", "⟦<b a='>'>⟧'>", "⟦<b a=\">\">⟧\">", "⟦<b a='\">'>⟧'>", "⟦<b a=\"'>\">⟧\">",
            "⟦<b a= '>'>⟧c", "⟦<b a ='>'>⟧c", "⟦<b a\n=\n'>'>⟧c", "⟦<b a  =  '>'>⟧c", "⟦<b a c='>'>⟧d", "⟦<b a c ='>'>⟧d",
            "⟦<b a=x'>⟧'>", "⟦<b a=x '>⟧'>", "⟦<b a=x c='>'>⟧d", "⟦<b a=/'>⟧'>", "⟦<b a'>⟧'>", "⟦<b '>⟧'>", "⟦<b/='>⟧'>",
            "⟦<b a/='>⟧'>", "⟦<b a='x'='>⟧'>", "⟦<b a='x'c='>'>⟧d", "⟦<b =a='>'>⟧c", "⟦<b a==>⟧'>", "⟦<b\ta='>'>⟧c",
        ] { expect(marked) }
        expect("<⟦<b>⟧c")
        expect("<⟦<b⟧")
    }

    @Test("A closing tag ends likewise; after </ without a letter everything to > is a comment") func closing() {
        for marked in [
            "⟦</b>⟧c", "⟦</b a='>'>⟧c", "⟦</b a=x'>⟧'>", "⟦</b⟧", "⟦</b ⟧", "⟦</⟧", "a⟦</⟧", "⟦</>⟧a", "⟦</ b>⟧c>", "⟦</1>⟧a",
            "⟦</1⟧",
            "⟦</script>⟧a⟦<b>⟧", "⟦</'>⟧'>", "⟦</B/>⟧c",
        ] { expect(marked) }
    }

    @Test("Comments and declarations end where browsers let them end, or with the text") func comments() {
        for marked in [
            "⟦<!x>⟧a>", "⟦<!>⟧a", "⟦<?>⟧a", "⟦<?x '>⟧'>", "⟦<!⟧", "⟦<?⟧", "⟦<!-⟧", "⟦<!-x>⟧-->", "⟦<!--⟧", "⟦<!---⟧", "⟦<!--x⟧",
            "⟦<!--x-->⟧a-->", "⟦<!--<b>-->⟧a", "⟦<!-->⟧a-->", "⟦<!--->⟧a-->", "⟦<!---->⟧a-->", "⟦<!----->⟧a", "⟦<!--x--->⟧a",
            "⟦<!--x---->⟧a", "⟦<!--x--!>⟧a-->", "⟦<!--x--!y-->⟧a", "⟦<!--x--y-->⟧a", "⟦<!--x--⟧", "⟦<!--x--!⟧", "⟦<!--x--!-->⟧a",
            "⟦<!--x-⟧", "⟦<!--x->y-->⟧a", "⟦<!--x-!>y-->⟧a", "⟦<!----!>⟧a", "⟦<![CDATA[x>⟧a",
        ] { expect(marked) }
    }

    @Test("An entity is one with a semicolon or without, up to 32 letters and digits") func entities() {
        let (less, most) = (String(repeating: "a", count: 31), String(repeating: "a", count: 32))
        for marked in [
            "&", "& a", "&;", "&&", "a&", "⟦&amp;⟧b", "⟦&amp⟧ b", "⟦&amp⟧=b", "⟦&#38;⟧", "⟦&#x26;⟧;", "⟦&0⟧/", "⟦&9⟧:", "⟦&A⟧@",
            "⟦&Z⟧[",
            "⟦&a⟧`", "⟦&z⟧{", "⟦&#⟧!", "&⟦&a;⟧", "⟦&a⟧⟦&b;⟧", "⟦&a⟧⟦<b>⟧", "⟦&a⟧", "⟦&" + most + ";⟧;", "⟦&" + most + "⟧a;",
            "⟦&" + less + ";⟧;", "⟦&amp;⟧" + most + most,
        ] { expect(marked) }
    }

    @Test("What holds no tags is passed over up to its own closing tag") func raw() {
        let names = ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript", "svg", "math"]
        for name in names {
            expect("a⟦<\(name)>b<i>&amp;</x></\(name)>⟧c⟦<i>⟧")
            expect("⟦<\(name.uppercased()) a='>'>b</\(name.uppercased()) >⟧c⟦<i>⟧")
            expect("⟦<\(name)>b</\(name)x></\(name)\n>⟧c⟦</\(name)>⟧d")
            expect("⟦<\(name)>b</\(name)⟧")
            expect("⟦<\(name)>b</⟧")
            expect("⟦<\(name)>b</\(name) a='>'>⟧c")
            expect("⟦<\(name)/x>b</\(name)/>⟧c")
            expect(["svg", "math"].contains(name) ? "⟦<\(name)/>⟧a⟦<i>⟧" : "⟦<\(name)/>a<i></\(name)>⟧b")
            expect("⟦<\(name) a=b/>a<i></\(name)>⟧b")
            expect(name == "script" ? "⟦<script>a<!--b</script>c⟧" : "⟦<\(name)>a<!--b</\(name)>⟧c")
        }
        expect("⟦<script>a</script>⟧b⟦<!--c-->⟧d")
        expect("⟦<svg a='/'/>⟧b")
        expect("⟦<svg / >b</svg>⟧c")
        expect("⟦<b/>⟧a⟦<i>⟧")
        expect("⟦<plaintext>a<b></plaintext>b⟧")
        expect("⟦<plaintexts>⟧a⟦<b>⟧")
    }
}
