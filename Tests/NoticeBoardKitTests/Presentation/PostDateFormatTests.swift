import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

@Suite("PostDateFormat", .serialized, .inTurn, .trialLimit(minutes: 1)) struct PostDateFormatTests {
    private func date(_ text: String) throws -> Date { try #require(RFC3339.date(text)) }

    @Test(
        "Formats yy-MM-dd in Korea's time zone by default",
        arguments: [
            ("2023-06-05T03:31:22Z", "23-06-05", "23-06-04"), ("2023-06-05T15:00:00Z", "23-06-06", "23-06-05"),
            ("2023-06-05T14:59:59.999Z", "23-06-05", "23-06-05"), ("1999-12-31T20:00:00Z", "00-01-01", "99-12-31"),
            ("1969-12-31T14:59:59Z", "69-12-31", "69-12-31"), ("1900-03-01T00:00:00Z", "00-03-01", "00-02-28"),
            ("2100-02-28T16:00:00Z", "00-03-01", "00-02-28"), ("2400-02-28T16:00:00Z", "00-02-29", "00-02-28"),
            ("0000-01-01T12:00:00Z", "00-01-01", "00-01-01"), ("9999-12-31T12:00:00Z", "99-12-31", "99-12-31"),
        ])
    func shortDate(text: String, korea: String, newYork: String) throws {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        #expect(PostDateFormat().text(try date(text)) == korea)
        #expect(PostDateFormat(timeZone: zone).text(try date(text)) == newYork)
    }

    @Test("Matches Foundation's calendar in every tested zone from 1800 to 2200") func foundation()
        throws
    {
        let trials = RandomTrials()
        var random = trials.random
        for name in ["Asia/Seoul", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "Europe/Dublin", "Australia/Lord_Howe"] {
            let zone = try #require(TimeZone(identifier: name))
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            let format = PostDateFormat(timeZone: zone, showsTimeToday: true)
            for _ in 0..<trials.count(150) {
                let date = Date(timeIntervalSince1970: Double(random.next() % 12_622_780_800) - 5_364_662_400)
                let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
                let numbers = [parts.year ?? 0, parts.month ?? 0, parts.day ?? 0, parts.hour ?? 0, parts.minute ?? 0].map {
                    $0 % 100 < 10 ? "0\($0 % 100)" : "\($0 % 100)"
                }
                #expect(
                    format.text(date, now: .distantFuture) == numbers[..<3].joined(separator: "-"),
                    "\(trials) \(name)")
                #expect(format.text(date, now: date) == numbers[3...].joined(separator: ":"), "\(trials) \(name)")
            }
        }
    }

    @Test(
        "Shows the time for today and a name for yesterday when enabled",
        arguments: [
            ("2023-06-05T14:59:59Z", "23:59", "23-06-05"), ("2023-06-04T15:00:00Z", "00:00", "23-06-05"),
            ("2023-06-04T14:59:59Z", "23-06-04", "어제"), ("2023-06-03T15:00:00Z", "23-06-04", "어제"),
            ("2023-06-03T14:59:59Z", "23-06-03", "23-06-03"), ("2023-06-05T15:00:00Z", "23-06-06", "23-06-06"),
        ])
    func todayAndYesterday(text: String, today: String, yesterday: String) throws {
        let (date, now) = (try date(text), try date("2023-06-05T03:31:22Z"))
        #expect(PostDateFormat(language: .korean, showsTimeToday: true).text(date, now: now) == today)
        #expect(PostDateFormat(language: .korean, namesYesterday: true).text(date, now: now) == yesterday)
    }

    @Test("Treats a day of 23 or 25 hours as one day") func clockChange() throws {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        let format = PostDateFormat(timeZone: zone, language: .english, showsTimeToday: true, namesYesterday: true)
        // 12 March 2023 begins at 05:00Z and ends at 04:00Z; 5 November begins at 04:00Z and ends at 05:00Z.
        #expect(format.text(try date("2023-03-12T05:00:00Z"), now: try date("2023-03-13T03:59:59Z")) == "00:00")
        #expect(format.text(try date("2023-03-12T07:30:00Z"), now: try date("2023-03-12T08:00:00Z")) == "03:30")
        #expect(format.text(try date("2023-03-12T05:00:00Z"), now: try date("2023-03-14T03:59:59Z")) == "Yesterday")
        #expect(format.text(try date("2023-03-12T04:59:59Z"), now: try date("2023-03-13T04:00:00Z")) == "23-03-11")
        #expect(format.text(try date("2023-11-05T06:30:00Z"), now: try date("2023-11-06T04:59:59Z")) == "01:30")
        #expect(format.text(try date("2023-11-05T04:00:00Z"), now: try date("2023-11-07T04:59:59Z")) == "Yesterday")
    }

    @Test("Returns an empty text for a missing or out-of-range date") func nothing() {
        #expect(PostDateFormat().text(nil) == "")
        for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e15, 253_402_300_800] {
            #expect(PostDateFormat().text(Date(timeIntervalSince1970: seconds)) == "")
            #expect(
                PostDateFormat(showsTimeToday: true).text(
                    Date(timeIntervalSince1970: 0), now: Date(timeIntervalSince1970: seconds)) == "70-01-01")
        }
    }
}
