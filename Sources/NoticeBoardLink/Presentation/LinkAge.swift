package import Foundation
package import NoticeBoardBase

/// How long ago something was, in one word: `방금 전`, `5분 전`, `3시간 전`.
package enum LinkAge {
    /// How long before `now` a moment was; empty where there is none.
    ///
    /// What is to come is taken for now: clocks differ.
    package static func text(of time: Date?, at now: Date, in language: Language) -> String {
        guard let time else { return "" }
        let (count, unit) = measure(now.timeIntervalSince(time))
        guard let unit else { return language.text("age.now", korean: "방금 전", english: "just now") }
        return language.text(
            "age.\(unit.rawValue)s", [count], korean: "\(count)\(unit.korean) 전",
            english: "\(count) \(unit.rawValue)\(count == 1 ? "" : "s") ago")
    }

    private enum Unit: String, Sendable {
        case minute, hour, day, month, year

        var korean: String {
            switch self {
            case .minute: "분"
            case .hour: "시간"
            case .day: "일"
            case .month: "개월"
            case .year: "년"
            }
        }
    }

    /// Whole units that have passed: a month has 30 days, a year 365.
    private static func measure(_ seconds: TimeInterval) -> (Int, Unit?) {
        guard seconds >= 60 else { return (0, nil) }
        // No date that the service writes is so far away that a 32-bit number could not hold its minutes.
        let minutes = Int(min(seconds / 60, 2_000_000_000))
        let (hours, days) = (minutes / 60, minutes / 1_440)
        if hours == 0 { return (minutes, .minute) }
        if days == 0 { return (hours, .hour) }
        if days < 30 { return (days, .day) }
        // The last days of a year that has twelve months of 30 days behind it.
        return days < 365 ? (min(days / 30, 11), .month) : (days / 365, .year)
    }
}
