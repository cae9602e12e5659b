public import NoticeBoardBase

/// A birthday as the service keeps it: free text, in which a day may be written.
public struct LinkBirthday: Sendable, Hashable {
    /// The text as it came, or as it is sent.
    public let text: String

    /// A birthday in somebody's own words.
    public init(_ text: String) { self.text = text }

    /// A day, written as `1999-01-31`; nothing where the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard let day = Day(validYear: year, month: month, day: day) else { return nil }
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        text = "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
    }

    /// The day that the text names: year, month and day in this order, eight digits or three numbers; nothing for any other text.
    ///
    /// `19990131`, `1999-01-31`, `1999. 1. 31.` and `1999년 1월 31일` are the same day.
    public var day: Day? {
        let numbers = text.unicodeScalars.split { !("0"..."9" ~= $0) }.map { String($0) }
        switch numbers.count {
        case 1 where numbers[0].count == 8:
            let digits = numbers[0]
            return Day(digits.prefix(4), digits.dropFirst(4).prefix(2), digits.suffix(2))
        case 3 where numbers[0].count == 4 && numbers[1].count <= 2 && numbers[2].count <= 2:
            return Day(numbers[0][...], numbers[1][...], numbers[2][...])
        default:
            return nil
        }
    }

    /// A day of the calendar.
    public struct Day: Sendable, Hashable, Comparable {
        /// The year.
        public let year: Int
        /// The month, from 1.
        public let month: Int
        /// The day of the month, from 1.
        public let day: Int

        init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }

        fileprivate init?(validYear year: Int, month: Int, day: Int) {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            guard 1...9_999 ~= year, 1...12 ~= month, 1...lengths[month - 1] ~= day else { return nil }
            self.init(year: year, month: month, day: day)
        }

        fileprivate init?(_ year: Substring, _ month: Substring, _ day: Substring) {
            guard let year = Int(year), let month = Int(month), let day = Int(day) else { return nil }
            self.init(validYear: year, month: month, day: day)
        }

        /// Whether the day comes before another.
        public static func < (left: Self, right: Self) -> Bool {
            (left.year, left.month, left.day) < (right.year, right.month, right.day)
        }
    }
}

extension LinkBirthday: Redacted {
    /// Never the day: descriptions end up in logs.
    public var description: String { "LinkBirthday(…)" }
}
