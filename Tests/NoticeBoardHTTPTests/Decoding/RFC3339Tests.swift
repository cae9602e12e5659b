import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("RFC3339", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RFC3339Tests {
    @Test(
        "Reads every supported format",
        arguments: [
            ("2023-06-05T03:31:22Z", 1_685_935_882.0), ("2023-11-16T18:07:07.490Z", 1_700_158_027.49),
            ("2023-06-05T12:31:22+09:00", 1_685_935_882), ("2023-06-05T12:31:22+0900", 1_685_935_882),
            ("2023-06-04T22:01:22-05:30", 1_685_935_882), ("2023-06-05t03:31:22z", 1_685_935_882),
            ("2023-06-05 03:31:22Z", 1_685_935_882),
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.5Z", -0.5), ("2024-02-29T00:00:00Z", 1_709_164_800),
            ("2000-02-29T00:00:00Z", 951_782_400), ("0000-01-01T00:00:00Z", -62_167_219_200),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("2023-06-05T03:31:22.123456789123Z", 1_685_935_882.123456789),
        ])
    func reads(text: String, seconds: Double) throws {
        let date = try #require(RFC3339.date(text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
    }

    @Test(
        "Returns nil for text that is not a date",
        arguments: [
            "", "2023", "2023-06-05", "2023-06-05T03:31:22", "2023-13-05T03:31:22Z", "2023-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2023-06-31T00:00:00Z", "2023-00-05T03:31:22Z", "2023-06-05T24:00:00Z", "2023-06-05T03:60:00Z",
            "2023-06-05T03:31:61Z",
            "2023-06-05T03:31:22.Z", "2023-06-05T03:31:22Zx", "2023-06-05T03:31:22+9", "2023-06-05T03:31:22+24:00",
            "x023-06-05T03:31:22Z",
            " 2023-06-05T03:31:22Z", "２０２３-06-05T03:31:22Z", "20230605T033122Z", "2023-06-0:T03:31:22Z", "2023-06-:1T03:31:22Z",
            "-023-06-05T03:31:22Z",
        ])
    func refuses(text: String) { #expect(RFC3339.date(text) == nil) }

    @Test("Reads back the same date over eight centuries") func roundTrip() throws {
        for day in stride(from: -135_140, through: 146_097, by: 11) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_199.125)
            let text = try #require(RFC3339.text(date))
            try #require(RFC3339.date(text) == date, "\(text)")
        }
    }

    @Test("Writes three digits for a whole millisecond, however its date was computed") func milliseconds() {
        for second in stride(from: -978_307_200, through: 2_500_000_000, by: 98_765_431) {
            for millisecond in [0, 1, 57, 499, 500, 514, 789, 999] {
                let fraction = Double(millisecond) / 1_000
                let digits = String(repeating: "0", count: 3 - String(millisecond).count) + String(millisecond)
                let start = Date(timeIntervalSince1970: Double(second))
                for date in [
                    Date(timeIntervalSince1970: Double(second) + fraction), start.addingTimeInterval(fraction),
                    Date(timeIntervalSinceReferenceDate: Double(second - 978_307_200) + fraction),
                    start.addingTimeInterval(1).addingTimeInterval(fraction - 1),
                ] {
                    #expect(RFC3339.text(date)?.suffix(5) == ".\(digits)Z", "\(second) \(millisecond)")
                }
            }
        }
    }

    @Test("A random date is unchanged after writing and reading") func sameDate() throws {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(20_000) {
            let seconds = Double(random.number(-2_000_000_000...4_000_000_000)) + Double(random.below(1 << 30)) / Double(1 << 30)
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let text = try #require(RFC3339.text(date), "\(trials)")
            // Seconds within rounding of a whole millisecond are written as one. Near 2001, `Date` is finer than the text.
            if text.utf8.count == 24 || abs(seconds) < 8_388_608 { continue }
            try #require(RFC3339.date(text) == date, "\(trials) \(text)")
        }
    }

    @Test("Writes known dates") func foundation() throws {
        #expect(RFC3339.text(Date(timeIntervalSince1970: 1_700_158_027.49)) == "2023-11-16T18:07:07.490Z")
        #expect(RFC3339.text(Date(timeIntervalSince1970: -62_167_219_200)) == "0000-01-01T00:00:00.000Z")
        #expect(RFC3339.text(Date(timeIntervalSince1970: 253_402_300_800)) == nil)
        #expect(RFC3339.text(Date(timeIntervalSince1970: .infinity)) == nil)
        #expect(RFC3339.text(Date(timeIntervalSince1970: .nan)) == nil)
    }
}
