import Testing

@testable import NoticeBoardTesting

@Suite("Formatting of simulated dates", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SimulatedDateTests {
    /// Days since 1970, computed in the opposite direction: from the date to the number.
    private func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let leaps = shifted / 4 - shifted / 100 + shifted / 400
        return 365 * shifted + leaps + (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 719_469
    }

    private func padded(_ number: Int, _ digits: Int = 2) -> String {
        String(repeating: "0", count: digits - String(number).count) + String(number)
    }

    @Test(
        "Formats the first and last day of every month, in leap years and others",
        arguments: [1, 4, 9, 10, 99, 100, 400, 999, 1000, 1582, 1600, 1899, 1900, 1968, 1969, 1970, 1971, 1972, 1999, 2000, 2001]
            + [2023, 2024, 2099, 2100, 2400, 9999])
    func months(year: Int) {
        let isLeap = (year % 4 == 0) && (year % 100 != 0 || year % 400 == 0)
        for (index, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
            for day in [1, 9, 10, length] {
                let text = "\(padded(year, 4))-\(padded(index + 1))-\(padded(day))"
                let seconds = Int64(days(year, index + 1, day)) * 86_400
                #expect(SimulatedDate.text(seconds) == text + "T00:00:00Z")
                #expect(SimulatedDate.text(seconds + 86_399) == text + "T23:59:59Z")
            }
        }
    }

    @Test("Formats a time in every form") func forms() {
        let texts = SimulatedDate.Form.allCases.map { SimulatedDate.text(1_685_935_882, $0) }
        #expect(
            texts == [
                "2023-06-05T03:31:22Z", "2023-06-05T03:31:22.000Z", "2023-06-05T12:31:22+09:00", "2023-06-05T12:31:22+0900",
                "2023-06-04T22:31:22-05:00",
            ])
        #expect(SimulatedDate.text(-62_135_596_800, .american) == "0000-12-31T19:00:00-05:00")
        #expect(SimulatedDate.text(253_402_300_799, .korean) == "10000-01-01T08:59:59+09:00")
    }

    @Test("Formats milliseconds with three digits") func moments() {
        let texts = [0, 1, 9, 10, 99, 100, 999, 1_000, 1_001, 1_685_935_882_049].map { SimulatedDate.text(milliseconds: $0) }
        #expect(
            texts == [
                "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.001Z", "1970-01-01T00:00:00.009Z", "1970-01-01T00:00:00.010Z",
                "1970-01-01T00:00:00.099Z", "1970-01-01T00:00:00.100Z", "1970-01-01T00:00:00.999Z", "1970-01-01T00:00:01.000Z",
                "1970-01-01T00:00:01.001Z", "2023-06-05T03:31:22.049Z",
            ])
        let before = [-1, -9, -500, -999, -1_000, -1_001, -86_400_001].map { SimulatedDate.text(milliseconds: $0) }
        #expect(
            before == [
                "1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.991Z", "1969-12-31T23:59:59.500Z", "1969-12-31T23:59:59.001Z",
                "1969-12-31T23:59:59.000Z", "1969-12-31T23:59:58.999Z", "1969-12-30T23:59:59.999Z",
            ])
    }
}
