import Foundation
import NoticeBoardHTTP
import Testing

@Suite("RFC 3339 edge cases", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RFC3339EdgeTests {
    private static let usual = "2023-11-15T13:31:22Z"

    @Test("Refuses a wrong character at every position", arguments: 0..<20) func places(place: Int) {
        for byte in "/:;0 x-Tt.Z".utf8 {
            var bytes = Array(Self.usual.utf8)
            guard bytes[place] != byte else { continue }
            bytes[place] = byte
            let text = String(decoding: bytes, as: UTF8.self)
            let isDigit = ![4, 7, 10, 13, 16, 19].contains(place)
            // A zero is a valid digit; a small letter or a space may separate the date from the time.
            let isRight = (byte == UInt8(ascii: "0") && isDigit) || (place == 10 && "t ".utf8.contains(byte))
            #expect((RFC3339.date(text) != nil) == isRight, "\(text)")
        }
    }

    @Test(
        "Accepts exactly the days of every month",
        arguments: [0, 1900, 2000, 2023, 2024, 9999])
    func months(year: Int) throws {
        for month in 1...12 {
            let last = Self.days(in: month, of: year)
            for (day, isDay) in [(0, false), (1, true), (last, true), (last + 1, false)] {
                let text = Self.text(year, month, day)
                let date = RFC3339.date(text)
                #expect((date != nil) == isDay, "\(text)")
                if let date { #expect(RFC3339.text(date) == text) }
            }
        }
        for month in [0, 13, 99] { #expect(RFC3339.date(Self.text(year, month, 1)) == nil) }
    }

    @Test("Matches the calendar from year 0 to year 9999") func calendar() throws {
        // March 1, 0000 is 719,468 days before 1970, and the year began 60 days earlier.
        var first = -719_528
        for year in 0...9999 {
            if year % 97 == 0 || year % 100 == 0 || year % 100 == 99 || year == 1970 {
                var day = first
                for month in 1...12 {
                    for (offset, number) in [(0, 1), (Self.days(in: month, of: year) - 1, Self.days(in: month, of: year))] {
                        let date = Date(timeIntervalSince1970: Double((day + offset) * 86_400))
                        try #require(RFC3339.text(date) == Self.text(year, month, number))
                        try #require(RFC3339.date(Self.text(year, month, number)) == date)
                    }
                    day += Self.days(in: month, of: year)
                }
            }
            first += Self.days(in: 2, of: year) + 337
        }
    }

    @Test(
        "Enforces the limits of hours, minutes, seconds and offsets",
        arguments: [
            ("23:59:59Z", 86_399.0), ("23:59:60Z", 86_400), ("00:00:00Z", 0), ("01:02:03Z", 3_723),
            ("12:00:00+23:59", 43_200 - 86_340), ("12:00:00-23:59", 43_200 + 86_340), ("12:00:00+0130", 43_200 - 5_400),
            ("12:00:00,25z", 43_200.25), ("12:00:00.5-01:30", 43_200.5 + 5_400), ("12:00:00-00:00", 43_200),
            ("24:00:00Z", nil), ("23:60:00Z", nil), ("23:59:61Z", nil), ("12:00:00+24:00", nil), ("12:00:00+00:60", nil),
            ("12:00:00+1:00", nil), ("12:00:00+01:0", nil), ("12:00:00+01", nil), ("12:00:00 01:00", nil),
            ("12:00:00+01:00:", nil),
            ("12:00:00.", nil), ("12:00:00,Z", nil), ("12:00:00.5", nil), ("12:00:00ZZ", nil), ("12:00:00+0:00", nil),
            ("12:00:00.5.5Z", nil), ("12:00:00+:0100", nil), ("12:00:00+01/00", nil),
        ] as [(String, Double?)])
    func clock(time: String, seconds: Double?) {
        #expect(RFC3339.date("1970-01-01T" + time) == seconds.map { Date(timeIntervalSince1970: $0) })
    }

    @Test("Reads at most nine fractional digits") func fraction() {
        // A `Date` in these years has a resolution of 119 ns; the ninth digit decides between two neighbors.
        for (digits, seconds) in [
            ("000000179", 1.79e-7), ("0000001789", 1.78e-7), ("000000178", 1.78e-7), ("5", 0.5), ("05", 0.05), ("999", 0.999),
            ("25" + String(repeating: "1", count: 400), 0.251_111_111), ("000000000", 0),
        ] {
            #expect(RFC3339.date("1970-01-01T00:00:00.\(digits)Z") == Date(timeIntervalSince1970: seconds), "\(digits)")
        }
        #expect(Date(timeIntervalSince1970: 1.79e-7) != Date(timeIntervalSince1970: 1.78e-7))
    }

    @Test(
        "Writes three or nine fractional digits",
        arguments: [
            (0.0, "1970-01-01T00:00:00.000Z"), (0.25, "1970-01-01T00:00:00.250Z"), (-0.5, "1969-12-31T23:59:59.500Z"),
            (0.000_976_562_5, "1970-01-01T00:00:00.000976563Z"), (36_061.007_812_5, "1970-01-01T10:01:01.007812500Z"),
            (-0.000_976_562_5, "1969-12-31T23:59:59.999023438Z"), (1_700_000_009.001, "2023-11-14T22:13:29.001Z"),
            (253_402_300_799, "9999-12-31T23:59:59.000Z"), (253_402_300_800, nil), (-62_167_219_200, "0000-01-01T00:00:00.000Z"),
            (-62_167_219_201, nil), (-62_167_219_200.5, nil), (1e300, nil), (-Double.infinity, nil),
        ] as [(Double, String?)])
    func writing(seconds: Double, text: String?) { #expect(RFC3339.text(Date(timeIntervalSince1970: seconds)) == text) }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLong = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
        return [31, isLong ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    private static func text(_ year: Int, _ month: Int, _ day: Int) -> String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: count - text.count) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T00:00:00.000Z"
    }
}
