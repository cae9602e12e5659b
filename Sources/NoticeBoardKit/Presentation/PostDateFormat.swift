public import Foundation
public import NoticeBoardBase
import NoticeBoardHTTP

/// How the date of a post is written: `23-06-05`, and by choice `12:31` for today's and 어제 for yesterday's.
///
/// Nothing depends on the device: neither its language nor its region, calendar, digits or time zone. Safe to use from any
/// task.
public struct PostDateFormat: Sendable, Hashable {
    /// Where the reader is: decides which day a moment belongs to.
    public var timeZone: TimeZone
    /// The language of 어제.
    public var language: Language
    /// Whether a post of today shows its time of day instead.
    public var showsTimeToday: Bool
    /// Whether a post of yesterday shows that word instead.
    public var namesYesterday: Bool

    /// A way to write dates; `yy-MM-dd` in Korea's time unless told otherwise.
    public init(
        timeZone: TimeZone = PostDateFormat.korea, language: Language = .preferred, showsTimeToday: Bool = false,
        namesYesterday: Bool = false
    ) {
        self.timeZone = timeZone
        self.language = language
        self.showsTimeToday = showsTimeToday
        self.namesYesterday = namesYesterday
    }

    /// Korea's time; where the system has no table of time zones, nine hours ahead of UTC.
    public static let korea = TimeZone(identifier: "Asia/Seoul") ?? NSTimeZone(forSecondsFromGMT: 9 * 3600) as TimeZone

    /// `date` as a reader sees it who looks at `now`; nothing for no date, or one outside the years 0 to 9999.
    ///
    /// A date that is still to come is no more than a date, unless it is today.
    public func text(_ date: Date?, now: Date = Date()) -> String {
        guard let date, let moment = LocalMoment(date, in: timeZone) else { return "" }
        if dependsOnDay, let today = LocalMoment(now, in: timeZone)?.day {
            if showsTimeToday, moment.day == today { return moment.time }
            if namesYesterday, moment.day == today - 1 {
                return language.text("date.yesterday", korean: "어제", english: "Yesterday")
            }
        }
        return moment.shortDate
    }

    /// Whether a date reads otherwise on another day.
    var dependsOnDay: Bool { showsTimeToday || namesYesterday }

    /// Whether a date may read otherwise at one moment than at another: when a midnight lies between them, and it matters.
    func changes(between now: Date, and later: Date) -> Bool {
        dependsOnDay && LocalMoment(now, in: timeZone)?.day != LocalMoment(later, in: timeZone)?.day
    }
}

/// A moment on the clocks and calendars of a place.
private struct LocalMoment {
    /// Days since 1 January 1970.
    let day: Int
    /// How many of the day's seconds are over.
    let secondOfDay: Int

    init?(_ date: Date, in zone: TimeZone) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard -62_167_219_200.0..<253_402_300_800.0 ~= seconds else { return nil }
        // As a number with a fraction: `Int` has 32 bits on some watches, and its seconds end in 2038.
        let local = seconds + Double(zone.secondsFromGMT(for: date))
        day = Int((local / 86_400).rounded(.down))
        secondOfDay = Int(local - Double(day) * 86_400)
    }

    var shortDate: String {
        let date = RFC3339.civil(days: day)
        return "\(padded((date.year % 100 + 100) % 100))-\(padded(date.month))-\(padded(date.day))"
    }

    var time: String { "\(padded(secondOfDay / 3600)):\(padded(secondOfDay / 60 % 60))" }

    private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
