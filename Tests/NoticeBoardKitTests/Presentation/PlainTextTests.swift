import Foundation
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

@Suite("PlainText", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct PlainTextTests {
    @Test(
        "Separates blocks where it removes tags",
        arguments: [
            ("<p>안녕하세요.</p><p>메일 <b>플러그</b></p>", "안녕하세요.\n메일 플러그"), ("a<br>b<BR/>c<br />d", "a\nb\nc\nd"),
            ("a<br><br><br><br>b", "a\n\nb"), ("<div><div><p>a</p></div></div>\n<div>b</div>", "a\nb"),
            ("<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>", "a\nb"),
            ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
            ("<b>메일</b>플러그", "메일플러그"), ("<p>  a \n\t b  </p>", "a b"), ("<p>&nbsp;</p><p>a&nbsp;&nbsp;b\u{A0}c</p>", "a b c"),
            (#"<a href="x>y" title='a>"b'>link</a>"#, "link"), (#"<p><a href="x"">link</a>"#, "link"),
            ("<img src=x onerror=alert(1)>a", "a"), ("<a href=x?a=1&b=2 id=y>b</a>", "b"),
            ("<o:p></o:p><my-tag>a</my-tag>", "a"), ("<p>a<wbr>b", "ab"), ("<P CLASS=x>a</P>", "a"),
            ("<!DOCTYPE html><html><head><title>t</title></head><body>a</body></html>", "a"),
            ("<?xml version='1.0'?><p>a</p>", "a"),
            ("<p>a<!-- b <p>c</p> -->d</p>", "ad"), ("<p>a<![endif]>b", "ab"), ("</p>a", "a"), ("", ""), ("<p></p>", ""),
        ])
    func tags(html: String, text: String) { #expect(PlainText.text(of: html) == text) }

    @Test(
        "Removes scripts and styles with their contents",
        arguments: [
            ("a<script>alert('<p>x</p>')</script>b", "ab"), ("a<SCRIPT type='x'>1 < 2</Script >b", "ab"),
            ("a<style>p{color:red}</style>b", "ab"),
            ("a<script>x</scripts>y</script>b", "ab"), ("a<script>never closed", "a<script>never closed"),
            ("<scr<script>x</script>ipt>a", "<script>a"),
            ("a<template><p>x</p></template>b", "ab"),
            ("a<svg><text>x</text></svg>b", "ab"),
            ("<p>a<svg/>b", "ab"), ("a<SVG viewBox='0 0 1 1' />b<svg></svg>c", "abc"), ("a<script src='x' />b</script>c", "ac"),
            ("a<!-- never closed", "a<!-- never closed"),
        ])
    func scripts(html: String, text: String) { #expect(PlainText.text(of: html) == text) }

    @Test(
        "Decodes entities once",
        arguments: [
            ("&lt;b&gt; &amp; &quot;&apos;", "<b> & \"'"), ("&amp;lt;", "&lt;"), ("&#44544;&#xD55C;&#Xae00;", "글한글"),
            ("&#128512;", "😀"),
            ("&hellip;&ndash;&euro;&rarr;&copy;&eacute;&Omega;&omega;&yuml;&sigma;&rho;", "…–€→©éΩωÿσρ"), ("&#150;&#128;", "–€"),
            ("&#0;&#xD800;&#x110000;&#27;&#129;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&bogus; &; &#; &#x; &#+5; &#-5;", "&bogus; &; &#; &#x; &#+5; &#-5;"),
            ("&amp;&AMP;&QUOT;", "&&\""), ("?a=1&copy=2", "?a=1&copy=2"),
            ("R&D & co", "R&D & co"), ("&#99999999999999999999;", "\u{FFFD}"),
        ])
    func entities(html: String, text: String) { #expect(PlainText.text(of: html) == text) }

    @Test(
        "Keeps plain text except for its line endings",
        arguments: [
            ("한 줄\n두 줄\n\n  들여쓰기", "한 줄\n두 줄\n\n  들여쓰기"), ("a\r\nb\rc", "a\nb\nc"), ("1 < 2 && 3 > 2", "1 < 2 && 3 > 2"),
            ("if a<b && c>d", "if a<b && c>d"), ("a<i||b>c", "a<i||b>c"),
            ("List<String> 그리고 vector<int>", "List<String> 그리고 vector<int>"),
            ("홍길동 <hong@example.com>, <https://example.com/a>", "홍길동 <hong@example.com>, <https://example.com/a>"),
            ("a <b", "a <b"), ("<3 <- <", "<3 <- <"),
            ("<b and <i", "<b and <i"), ("  \n a \n ", "a"), ("<김민수>", "<김민수>"), ("👩‍👩‍👧 e\u{301}", "👩‍👩‍👧 e\u{301}"),
            ("x <!> y <!-> z", "x <!> y <!-> z"),
        ])
    func plain(contents: String, text: String) { #expect(PlainText.text(of: contents) == text) }

    @Test("Joins all text in one line") func line() {
        #expect(PlainText.line(of: "<p>a</p><p>b<br>c</p>") == "a b c")
        #expect(PlainText.line(of: " a\r\n\n b\tc ") == "a b c")
        #expect(PlainText.line(of: "a&#10;b") == "a b")
    }

    @Test(
        "Skips long markup when it reads the beginning of a text",
        arguments: ["<p title='?'>", "<!--?-->", "<script>?</script>", "<!doctype ?>", "<p ?>", "&?;<b>"])
    func beginning(html: String) {
        for length in [1_000, 3_000, 20_000] {
            let hidden = html.replacingOccurrences(of: "?", with: String(repeating: "a", count: length))
            let line = PlainText.line(of: "<p>" + hidden + "가나다라", limit: 3)
            #expect(line == (html.hasPrefix("&") ? "&a…" : "가나…"), "\(length)")
        }
    }

    @Test("Ends a longer text with an ellipsis after a whole character") func limit() {
        #expect(PlainText.line(of: "가나다라", limit: 4) == "가나다라")
        #expect(PlainText.text(of: String(repeating: " ", count: 1000) + "a", limit: 3) == "a")
        #expect(PlainText.line(of: "가나다라마", limit: 4) == "가나다…")
        #expect(
            PlainText.line(of: "<p>" + String(repeating: "가", count: 100_000), limit: 3)
                == "가나다…".replacingOccurrences(of: "나다", with: "가"))
        #expect(PlainText.line(of: String(repeating: "👩‍👩‍👧‍👦", count: 50), limit: 3) == "👩‍👩‍👧‍👦👩‍👩‍👧‍👦…")
        let marks = PlainText.line(of: "a" + String(repeating: "\u{301}", count: 400), limit: 5)
        #expect(marks.count == 1)
        #expect(PlainText.text(of: "a", limit: 0) == "")
        #expect(PlainText.text(of: "a", limit: -1) == "")
        #expect(PlainText.text(of: "ab", limit: 1) == "…")
    }

    @Test(
        "Reads hostile text in linear time", .trialLimit(minutes: 1),
        arguments: [
            "<", "<a", "<a ", "<a \"", "<a =\"", "<a \"=\"", "<a '=\"", "<a =\"' ='\"", "<a >\"", "<a =\">\" ", "<!", "<!-",
            "<!--", "<!a", "<?x", "</", "</p",
            "<script>", "<script></scrip", "<style><script>", "&", "&#", "&#x", "&amp", "&amp;", "<p>", "</p><br>", "<b><",
            "\u{A0}", "a ", "<a b=", "<a:", "<head><svg>",
        ])
    func linear(unit: String) {
        let text = String(repeating: unit, count: 30_000 / unit.utf8.count)
        #expect(PlainText.text(of: text + ">").utf8.count <= text.utf8.count + 1)
        #expect(PlainText.line(of: text, limit: 20).count <= 20)
    }

    @Test("Reads random markup as one line within the limit") func random() {
        let trials = RandomTrials()
        var random = trials.random
        let pieces = [
            "<", ">", "p", "script", "</", "/>", " ", "=", "\"", "'", "&", "amp", ";", "#", "x41", "<!--", "-->", "<b>",
            "</script>", "가", "\u{A0}", "\n", "!", "<br>",
        ]
        for _ in 0..<trials.count(600) {
            let text = (0..<random.below(24)).map { _ in random.pick(pieces) }.joined()
            let line = PlainText.line(of: text)
            #expect(!line.contains("\n"), "\(trials)")
            #expect(PlainText.line(of: text, limit: 5).count <= 5, "\(trials)")
        }
    }
}
