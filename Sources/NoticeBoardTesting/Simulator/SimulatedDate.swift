import Foundation

/// Formats dates like the service, with the C library.
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
        let rest = (milliseconds % 1_000 + 1_000) % 1_000
        return text((milliseconds - rest) / 1_000).dropLast() + String(format: ".%03ldZ", Int(rest))
    }

    private static func local(_ seconds: Int64) -> String {
        var (time, parts) = unsafe (time_t(clamping: seconds), tm())
        unsafe gmtime_r(&time, &parts)
        let day = unsafe String(format: "%04d-%02d-%02d", parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday)
        return unsafe day + String(format: "T%02d:%02d:%02d", parts.tm_hour, parts.tm_min, parts.tm_sec)
    }
}
