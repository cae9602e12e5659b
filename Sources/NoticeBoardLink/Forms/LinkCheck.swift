package import Foundation
public import NoticeBoardBase

/// The service's rule for a form field, for validation while the user types.
///
/// ```swift
/// hint.text = LinkCheck.nick.problem(with: field.text)?.text(in: .korean)      // nothing while all is well
/// ```
///
/// Every call applies the same checks, so the service does not reject the form of a field that passed; a nickname or an address
/// may still be taken.
public struct LinkCheck: Sendable {
    /// The field, as an error's remedy names it.
    public let input: Remedy.Input
    private let find: @Sendable (String) -> NoticeBoardError.Code?

    /// Returns the problem with `text`; `nil` if it can be sent.
    public func problem(with text: String) -> NoticeBoardError.Code? { find(text) }

    /// Throws the problem with `text`, if any.
    func demand(_ text: String) throws(NoticeBoardError) {
        // Never includes the value: it may be a password, and details end up in logs.
        if let problem = find(text) { throw NoticeBoardError(problem, "The \(input) was not sent: \(problem.rawValue).") }
    }

    /// Throws the problem with the first invalid text; `nil` is skipped, since it is not sent.
    static func demand(_ fields: [(check: LinkCheck, text: String?)]) throws(NoticeBoardError) {
        for (check, text) in fields { if let text { try check.demand(text) } }
    }

    /// An e-mail address: a name, one @, a host with a dot; surrounding spaces are allowed and removed by every call.
    public static let email = LinkCheck(input: .email) { text in
        let text = text.withoutOuterWhiteSpace
        if text.isEmpty { return .emailMissing }
        guard text.utf8.contains(UInt8(ascii: "@")) else { return .emailWithoutAt }
        let sides = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        let labels = (sides.last ?? text.utf8[...]).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isAddress =
            sides.count == 2 && !sides[0].isEmpty && labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
            && text.unicodeScalars.allSatisfy { $0.isVisible && $0 != "," }
        return isAddress ? nil : .emailInvalid
    }

    /// A password: at least 6 characters.
    public static let password = LinkCheck(input: .password) { $0.count < 6 ? .passwordTooShort : nil }

    /// English letters, digits, `_`, Hangul syllables, and single Hangul letters, which an unfinished syllable leaves.
    private static let nickScalars: [ClosedRange<Unicode.Scalar>] = [
        "a"..."z", "A"..."Z", "0"..."9", "_"..."_", "가"..."힣", "ㄱ"..."ㅣ",
    ]

    /// A nickname: 2 to 20 English or Korean letters, digits or `_`.
    public static let nick = LinkCheck(input: .nick) { text in
        let text = text.composed
        let isAllowed = text.unicodeScalars.allSatisfy { scalar in nickScalars.contains { $0.contains(scalar) } }
        guard isAllowed else { return .nickCharacters }
        return 2...20 ~= text.count ? nil : .nickLength
    }

    /// A phone number: at most 11 digits; may be empty.
    public static let phone = LinkCheck(input: .phone) { text in
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return .phoneCharacters }
        return text.utf8.count <= 11 ? nil : .phoneTooLong
    }

    /// A birthday: a day of the calendar that is not after today, as in `19990131`, `1999-01-31` or `1999년 1월 31일`.
    public static let birthday = birthday(today: { Date() })

    package static func birthday(today: @escaping @Sendable () -> Date, timeZone: TimeZone = .current) -> LinkCheck {
        LinkCheck(input: .birthday) { text in
            guard let day = day(in: text) else { return .birthdayUnreadable }
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = timeZone
            guard let birthday = calendar.date(from: day) else { return .birthdayUnreadable }
            return birthday > today() ? .birthdayInFuture : nil
        }
    }

    /// Returns the year, month and day that a text names in this order, as eight digits or three numbers.
    package static func day(in text: String) -> DateComponents? {
        var numbers = text.unicodeScalars.split { !("0"..."9" ~= $0) }.map { String($0) }
        if numbers.count == 1, numbers[0].count == 8 {
            let digits = numbers[0]
            numbers = [String(digits.prefix(4)), String(digits.dropFirst(4).prefix(2)), String(digits.suffix(2))]
        }
        guard numbers.count == 3, numbers[0].count == 4, numbers[1].count <= 2, numbers[2].count <= 2 else { return nil }
        let day = DateComponents(year: Int(numbers[0]), month: Int(numbers[1]), day: Int(numbers[2]))
        return day.year != 0 && day.isValidDate(in: Calendar(identifier: .gregorian)) ? day : nil
    }
}
