package import Foundation
package import NoticeBoardBase

/// The age of a post in words: `방금 전`, `5분 전`, `3시간 전`.
package enum LinkAge {
    /// Returns how long before `now` a time was; empty for `nil`.
    ///
    /// A moment after `now` counts as now: clocks differ.
    package static func text(of time: Date?, at now: Date, in language: Language) -> String {
        guard let time else { return "" }
        // Capped, since a date may be arbitrarily far away.
        let passed = max(0, min(now.timeIntervalSince(time) / 60, 2_000_000_000))
        let minutes = Int(passed)
        let days = minutes / 1_440
        // A month has 30 days, a year 365; days 360 to 364 still count as 11 months.
        switch minutes {
        case 0: return language.text("age.now", korean: "방금 전", english: "just now")
        case ..<60: return text(minutes, "minute", "분", language)
        case ..<1_440: return text(minutes / 60, "hour", "시간", language)
        case _ where days < 30: return text(days, "day", "일", language)
        case _ where days < 365: return text(min(days / 30, 11), "month", "개월", language)
        default: return text(days / 365, "year", "년", language)
        }
    }

    private static func text(_ count: Int, _ unit: String, _ korean: String, _ language: Language) -> String {
        language.text(
            "age.\(unit)s", [count], korean: "\(count)\(korean) 전", english: "\(count) \(unit)\(count == 1 ? "" : "s") ago")
    }
}
