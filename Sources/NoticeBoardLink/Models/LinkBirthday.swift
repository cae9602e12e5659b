public import Foundation
public import NoticeBoardBase

/// A birthday as the service stores it: free text that may contain a date.
public struct LinkBirthday: Sendable, Hashable {
    /// The text as received or as sent.
    public let text: String

    /// Creates a birthday from any text.
    public init(_ text: String) { self.text = text }

    /// Creates a birthday that is written as `1999-01-31`; `nil` if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard Self.day(year, month, day) != nil else { return nil }
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// The year, month and day that the text names in this order, as eight digits or three numbers; `nil` for any other text.
    ///
    /// `19990131`, `1999-01-31`, `1999. 1. 31.` and `1999년 1월 31일` are the same date.
    public var day: DateComponents? {
        let numbers = text.unicodeScalars.split { !("0"..."9" ~= $0) }.map { String($0) }
        switch numbers.count {
        case 1 where numbers[0].count == 8:
            let digits = numbers[0]
            return Self.day(Int(digits.prefix(4)), Int(digits.dropFirst(4).prefix(2)), Int(digits.suffix(2)))
        case 3 where numbers[0].count == 4 && numbers[1].count <= 2 && numbers[2].count <= 2:
            return Self.day(Int(numbers[0]), Int(numbers[1]), Int(numbers[2]))
        default:
            return nil
        }
    }

    private static func day(_ year: Int?, _ month: Int?, _ day: Int?) -> DateComponents? {
        guard let year, 1...9_999 ~= year else { return nil }
        let components = DateComponents(year: year, month: month, day: day)
        return components.isValidDate(in: Calendar(identifier: .gregorian)) ? components : nil
    }
}

extension LinkBirthday: Encodable {
    /// Writes the text alone.
    public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension LinkBirthday: Redacted {
    /// Never the date: descriptions end up in logs.
    public var description: String { "LinkBirthday(…)" }
}
