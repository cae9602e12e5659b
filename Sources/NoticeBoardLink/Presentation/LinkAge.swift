package import Foundation
package import NoticeBoardBase

/// The age of a post in words: `방금 전`, `5분 전`, `3시간 전`.
package enum LinkAge {
    /// The units with their minutes, the longest first.
    ///
    /// A month has 30 days, a year 365.
    private static let units: [(minutes: Int, english: String, korean: String)] = [
        (525_600, "year", "년"), (43_200, "month", "개월"), (1_440, "day", "일"), (60, "hour", "시간"), (1, "minute", "분"),
    ]

    /// Returns how long before `now` a time was; empty for `nil`.
    ///
    /// A moment after `now` counts as now: clocks differ.
    package static func text(of time: Date?, at now: Date, in language: Language) -> String {
        guard let time else { return "" }
        // Capped, since a date may be arbitrarily far away.
        let age = max(0, min(now.timeIntervalSince(time) / 60, 2_000_000_000))
        let passed = Int(age)
        guard let (minutes, english, korean) = units.first(where: { passed >= $0.minutes }) else {
            return language.text("age.now", korean: "방금 전", english: "just now")
        }
        // Days 360 to 364 still count as 11 months.
        let count = min(passed / minutes, english == "month" ? 11 : .max)
        return language.text(
            "age.\(english)s", [count], korean: "\(count)\(korean) 전",
            english: "\(count) \(english)\(count == 1 ? "" : "s") ago")
    }
}
