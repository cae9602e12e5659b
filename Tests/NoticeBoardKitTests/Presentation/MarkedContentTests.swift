import NoticeBoardKit
import NoticeBoardSearch
import Testing

@Suite("Marks in contents", .serialized, .inTurn, .timeLimit(.minutes(1))) struct MarkedContentTests {
    private func marked(_ html: String, _ keyword: String) -> String {
        PostContent(html, marking: Highlighter(keyword)).markedHTML(open: { "[\($0):" }, close: "]")
    }

    @Test(
        "Every hit is marked where it stands, and nothing beside it",
        arguments: [
            ("<p>새<b>메일</b>함", "메일", "<p>새<b>[0:메일]</b>함"), ("<p>메메<b>메</b>", "메", "<p>[0:메][1:메]<b>[2:메]</b>"),
            ("<p>가메<b>일</b>나<i>메</i>일다", "메일", "<p>가[0:메]<b>[0:일]</b>나<i>[1:메]</i>[1:일]다"),
            ("<p>메&amp;일", "메&일", "<p>[0:메&amp;일]"), ("<p>&amp;메&amp;", "메", "<p>&amp;[0:메]&amp;"),
            ("<p>&amp;메&amp;", "&", "<p>[0:&amp;]메[1:&amp;]"), ("<p>a&lt;<b>b", "<b", "<p>a[0:&lt;]<b>[0:b]"),
            ("<p>메</p><p>일 메</p><ul><li>메", "메", "<p>[0:메]</p><p>일 [1:메]</p><ul><li>[2:메]"),
            ("<p>메 &nbsp; 일", "메 일", "<p>[0:메 &nbsp; 일]"), ("메 일", "메", "<p>[0:메] 일</p>"),
            ("<p>a<!--b-->a<!--c-->a", "a", "<p>[0:a]<!--b-->[1:a]<!--c-->[2:a]"),
            ("<pre>a  b\na</pre>a", "a", "<pre>[0:a]  b\n[1:a]</pre>[2:a]"),
            ("<tr><td>a<td>b a</tr>a", "a", "<tr><td>[0:a]<td>b [1:a]</tr>[2:a]"),
            ("<p>x<script>a</script>a", "a", "<p>x<script>a</script>[0:a]"),
            ("<h1>a</h1><hr>a", "a", "<h1>[0:a]</h1><hr>[1:a]"), ("<p>e\u{301}a", "a", "<p>e\u{301}[0:a]"),
            ("<p>&#47700;일", "메일", "<p>[0:&#47700;일]"), ("<p>&#47700;일", "일", "<p>&#47700;[0:일]"), ("<p>a</p>", "b", "<p>a</p>"),
            ("<p>a&amp;<x y", "&<x", "<p>a&amp;<x y"), ("<p>&amp;b&lt=c", "&b&l", "<p>&amp;b&lt=c"),
            ("<p>&amp;b&lt;&amp;<x", "&b<&", "<p>[0:&amp;b&lt;&amp;]<x"),
        ])
    func places(html: String, keyword: String, expected: String) { #expect(marked(html, keyword) == expected) }

    @Test(
        "What stands for a picture is no text of the contents, and shifts no mark beside it",
        arguments: [
            ("<p>메<img alt=메>메", "<p>[0:메]<img alt=메>[2:메]"),
            ("<p>가나다라</p><img src='http://x/a' alt=메><p>메", "<p>가나다라</p><img src='http://x/a' alt=메><p>[1:메]"),
            ("<p>가나<img alt='메'>&amp;메", "<p>가나<img alt='메'>&amp;[1:메]"),
            (
                "<tr><td>가나<img src='http://x/a' alt=메>메<td>메</tr>메",
                "<tr><td>가나<img src='http://x/a' alt=메>[0:메]<td>[1:메]</tr>[3:메]"
            ),
        ])
    func pictures(html: String, expected: String) { #expect(marked(html, "메") == expected) }

    @Test("Plain text has its marks in its paragraphs, numbered through") func plain() {
        #expect(marked("메 a\n메\n\n<\n\n메", "메") == "<p>[0:메] a<br>[1:메]</p><p>&lt;</p><p>[2:메]</p>")
        #expect(PostContent("메", marking: Highlighter("메")).markedHTML() == "<p><mark class=\"hit-0\">메</mark></p>")
        #expect(PostContent("").markedHTML().isEmpty && PostContent("<p>").markedHTML() == "<p>")
    }

    @Test("Hits are marked piece by piece, up to ten thousand") func many() {
        let contents = String(repeating: "<p>" + String(repeating: "a ", count: 3_000) + "</p>", count: 4)
        let content = PostContent(contents, marking: Highlighter("a"))
        #expect(
            content.hits.count == 10_000 && (0...4).map { content.highlights(of: $0).count } == [3_000, 3_000, 3_000, 1_000, 0])
        #expect(content.source == contents && content.text.hasPrefix("a a a"))
        let other = PostContent("<p>a a</p><hr><p>b</p><p>a", marking: Highlighter("a"))
        #expect((-1...4).map { other.highlights(of: $0).count } == [0, 2, 0, 0, 1, 0])
    }
}
