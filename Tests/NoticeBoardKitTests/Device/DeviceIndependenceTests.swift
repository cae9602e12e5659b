import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

/// The same claims in a process with another time zone, language, region and calendar.
///
/// Foundation on Linux has one locale only (`en_001`), whatever the environment says; there the last test, which looks at
/// the sources, is what holds for languages and calendars.
@Suite("Nothing depends on the device", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DeviceIndependenceTests {
    @Test("Here") func here() async throws { try await Claims.hold() }

    #if os(macOS) || os(Linux)
        @Test("In Kathmandu, in Arabic, in the Buddhist calendar") func elsewhere() async {
            await #expect(processExitsWith: .success) {
                Device.become(timeZone: "Asia/Kathmandu", locale: "ar_SA@calendar=buddhist;numbers=arab")
                #expect(TimeZone.current.secondsFromGMT() == 20_700)
                #if canImport(Darwin)
                    #expect(Calendar.current.identifier == .buddhist)
                #endif
                try await Claims.hold()
            }
        }

        @Test("On Chatham Island, in Turkish, in the Japanese calendar") func elsewhereAgain() async {
            await #expect(processExitsWith: .success) {
                Device.become(timeZone: "Pacific/Chatham", locale: "tr_TR@calendar=japanese")
                #expect(TimeZone.current.identifier == "Pacific/Chatham")
                try await Claims.hold()
            }
        }
    #endif

    @Test("No source of this hall, nor what reads answers, asks the device") func sources() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        var count = 0
        for folder in ["NoticeBoardKit", "NoticeBoardHTTP/Decoding", "NoticeBoardHTTP/Endpoint", "NoticeBoardHTTP/Message"] {
            let files = try #require(
                FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil))
            for case let file as URL in files where file.pathExtension == "swift" {
                let source = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
                    !$0.drop { $0 == " " }.hasPrefix("//")
                }.joined(separator: "\n")
                for word in Device.words where source.contains(word) { Issue.record("\(file.lastPathComponent) names \(word)") }
                count += 1
            }
        }
        #expect(count > 40)
    }
}

private enum Device {
    /// What would bring the device's language, region, calendar or time zone in.
    static let words = [
        "DateFormatter", "ISO8601DateFormatter", "NumberFormatter", ".formatted", "FormatStyle", "Calendar", "Locale.", "Locale(",
        "TimeZone.current",
        "autoupdatingCurrent", "NSTimeZone.", "String(format", "localized", "iso8601", "strftime", "strtod", "localtime",
        "deferredToDate",
    ]

    static func become(timeZone: String, locale: String) {
        unsafe setenv("TZ", timeZone, 1)
        tzset()
        for name in ["LANG", "LC_ALL"] { unsafe setenv(name, locale, 1) }
        unsafe setlocale(LC_ALL, "")
        // What a Mac reads instead.
        UserDefaults.standard.setVolatileDomain(
            ["AppleLocale": locale, "AppleLanguages": ["ar"]], forName: UserDefaults.argumentDomain)
    }
}

/// What this hall does with texts, numbers and dates, against literals.
private enum Claims {
    static func hold() async throws {
        let json = """
            {"value":[{"postId":"12","title":"İstanbul ISI","viewCount":1234567,"createdDateTime":"2023-06-05T03:31:22.5Z","postType":"reply"},
             {"postId":2,"title":"b","createdDateTime":"2023-06-05T12:31:22+09:00","isNewPost":"TRUE"}],"count":2,"offset":0,"limit":2,"total":"1234"}
            """
        let stub = StubTransport { _ in .json(json) }
        let client = NoticeBoardClient(transport: stub)
        let page = try await client.searchPage("İI 1", in: 1234567, target: .all, offset: 1000, limit: 30)
        #expect(
            stub.requests.map(\.target) == [
                "/api/v2/boards/1234567/posts?search=%C4%B0I%201&searchTarget=all&offset=1000&limit=30"
            ])
        #expect(page.items.map(\.id) == [12, 2])
        #expect(page.total == 1234)
        #expect(page.next == .offset(2))
        #expect(page.items.map { $0.createdAt?.timeIntervalSince1970 } == [1_685_935_882.5, 1_685_935_882])
        #expect(page.items[1].isNew)
        let encoded = String(decoding: try JSONEncoder().encode(page.items[0]), as: UTF8.self)
        #expect(encoded.contains(#""createdDateTime":"2023-06-05T03:31:22.500Z""#) && encoded.contains(#""viewCount":1234567"#))
        rows(page)
    }

    private static func rows(_ page: Page<Post>) {
        let style = PostRowStyle(
            language: .korean, date: PostDateFormat(language: .korean, showsTimeToday: true, namesYesterday: true))
        let row = { (now: Double) in PostRow(page.items[0], style: style, now: Date(timeIntervalSince1970: now)) }
        #expect(row(1_700_000_000).date == "23-06-05" && row(1_685_935_882).date == "12:31" && row(1_686_022_282).date == "어제")
        #expect(row(0).viewCount == "1234567" && row(0).spoken == "답글, İstanbul ISI, 23-06-05, 조회 1234567")
        #expect(PostHighlights(of: page.items[0], Highlighter("isi"), target: .title).title.count == 1)
        #expect(PlainText.line(of: "<P>I</P>&#73;&Iuml;<SCRIPT>i</script>") == "I IÏ")
        #expect(PostOrder.noticesFirst.sorted(page.items).map(\.id) == [12, 2])
    }
}
