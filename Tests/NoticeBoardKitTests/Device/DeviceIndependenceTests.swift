import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

/// Checks that processes with another time zone, language, region and calendar behave the same.
///
/// On Linux, Foundation always has the locale `en_001`. There, only the test that scans the sources
/// covers languages and calendars.
@Suite("Independence from device settings", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DeviceIndependenceTests {
    @Test("Has fixed results with the device's own settings") func here() async throws { try await Claims.hold() }

    #if os(macOS) || os(Linux)
        @Test("Has the same results in Kathmandu, in Arabic, with the Buddhist calendar") func elsewhere() async {
            await #expect(processExitsWith: .success) {
                Device.become(timeZone: "Asia/Kathmandu", locale: "ar_SA@calendar=buddhist;numbers=arab")
                #expect(TimeZone.current.secondsFromGMT() == 20_700)
                #if canImport(Darwin)
                    #expect(Calendar.current.identifier == .buddhist)
                #endif
                try await Claims.hold()
            }
        }

        @Test("Has the same results on Chatham Island, in Turkish, with the Japanese calendar") func elsewhereAgain() async {
            await #expect(processExitsWith: .success) {
                Device.become(timeZone: "Pacific/Chatham", locale: "tr_TR@calendar=japanese")
                #expect(TimeZone.current.identifier == "Pacific/Chatham")
                try await Claims.hold()
            }
        }
    #endif

    @Test("Uses no API in its sources that reads device settings") func sources() throws {
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
    /// APIs that read the device's language, region, calendar or time zone.
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
        // macOS reads these defaults instead.
        UserDefaults.standard.setVolatileDomain(
            ["AppleLocale": locale, "AppleLanguages": ["ar"]], forName: UserDefaults.argumentDomain)
    }
}

/// Compares texts, numbers and dates with literals.
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
        #expect(encoded.contains(#""createdDateTime":"2023-06-05T03:31:22.500Z""#))
        #expect(encoded.contains(#""viewCount":1234567"#))
        rows(page)
    }

    private static func rows(_ page: Page<Post>) {
        let style = PostRowStyle(
            language: .korean, date: PostDateFormat(language: .korean, showsTimeToday: true, namesYesterday: true))
        let row = { (now: Double) in PostRow(page.items[0], style: style, now: Date(timeIntervalSince1970: now)) }
        #expect(row(1_700_000_000).date == "23-06-05")
        #expect(row(1_685_935_882).date == "12:31")
        #expect(row(1_686_022_282).date == "어제")
        #expect(row(0).viewCount == "1234567")
        #expect(row(0).spoken == "답글, İstanbul ISI, 23-06-05, 조회 1234567")
        #expect(
            PostRow(page.items[0], highlighting: SearchHighlighting(Highlighter("isi"), target: .title)).titleHighlights.count
                == 1)
        #expect(PlainText.line(of: "<P>I</P>&#73;&Iuml;<SCRIPT>i</script>") == "I IÏ")
        #expect(PostOrder.noticesFirst.sorted(page.items).map(\.id) == [12, 2])
    }
}
