/// Formats dates like the service, by walking the calendar year by year and month by month.
package enum SimulatedDate {
    /// A date format.
    package enum Form: Sendable, Hashable, CaseIterable {
        /// `2023-06-05T03:31:22Z`, like the service.
        case usual
        /// With three fraction digits, all 0.
        case fraction
        /// `2023-06-05T12:31:22+09:00`.
        case korean
        /// `2023-06-05T12:31:22+0900`.
        case koreanWithoutColon
        /// `2023-06-04T22:31:22-05:00`.
        case american
    }

    static func text(_ secondsSince1970: Int64, _ form: Form = .usual) -> String {
        switch form {
        case .usual: local(secondsSince1970) + "Z"
        case .fraction: local(secondsSince1970) + ".000Z"
        case .korean: local(secondsSince1970 + 32_400) + "+09:00"
        case .koreanWithoutColon: local(secondsSince1970 + 32_400) + "+0900"
        case .american: local(secondsSince1970 - 18_000) + "-05:00"
        }
    }

    /// Formats a time with milliseconds, like the Link service.
    static func text(milliseconds: Int64) -> String {
        var seconds = milliseconds / 1_000
        var rest = milliseconds % 1_000
        if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000) }
        let digits = String(repeating: "0", count: 3 - String(rest).count) + String(rest)
        return text(seconds).dropLast() + ".\(digits)Z"
    }

    private static func local(_ seconds: Int64) -> String {
        // `Int` has 32 bits on some watches, where seconds overflow in 2038.
        var days = Int(seconds / 86_400)
        var rest = Int(seconds % 86_400)
        if rest < 0 { (days, rest) = (days - 1, rest + 86_400) }
        var year = 1970
        while days < 0 { (year, days) = (year - 1, days + length(ofYear: year - 1)) }
        while days >= length(ofYear: year) { (days, year) = (days - length(ofYear: year), year + 1) }
        var month = 0
        let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        while days >= lengths[month] { (days, month) = (days - lengths[month], month + 1) }
        let numbers = [month + 1, days + 1, rest / 3600, rest / 60 % 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let digits = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
        return "\(digits)-\(numbers[0])-\(numbers[1])T\(numbers[2]):\(numbers[3]):\(numbers[4])"
    }

    private static func isLeap(_ year: Int) -> Bool { year % 400 == 0 || (year % 4 == 0 && year % 100 != 0) }
    private static func length(ofYear year: Int) -> Int { isLeap(year) ? 366 : 365 }
}
