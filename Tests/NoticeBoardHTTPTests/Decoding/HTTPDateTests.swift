import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardHTTP

@Suite("Dates in header fields", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HTTPDateTests {
    /// Returns the remedy of a refused call whose Retry-After is `moment` and whose Date is `date`.
    private func wait(until moment: String, at date: String?) async throws -> Remedy? {
        var headers: HTTPHeaders = [.retryAfter: moment]
        headers[.date] = date
        let answer = HTTPResponse(status: 429, headers: headers)
        let client = APIClient(
            APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: .never),
            transport: StubTransport { _ in answer })
        return await #expect(throws: NoticeBoardError.self) { try await client.response(for: .get("a")) }?.remedy
    }

    private func seconds(_ moment: String, since date: String = "Thu, 01 Jan 1970 00:00:00 GMT") async throws -> Double? {
        guard case .retry(let seconds)? = try await wait(until: moment, at: date) else { return nil }
        return seconds
    }

    @Test(
        "Parses the HTTP date format to the second",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("Thu, 01 Jan 1970 00:00:09 GMT", 9),
            ("Thu, 01 Jan 1970 23:59:59 GMT", 86_399), ("Thu, 01 Jan 1970 10:09:08 GMT", 36_548),
            ("Sun, 10 Jan 1971 00:00:00 GMT", 32_313_600), ("Fri, 31 Dec 9999 23:59:59 GMT", 1e9),
            ("Sat, 09 Sep 2000 09:19:29 GMT", 968_491_169),
        ])
    func forms(text: String, expected: Double) async throws {
        let reference = expected == 1e9 ? "Fri, 31 Dec 9999 23:59:58 GMT" : "Thu, 01 Jan 1970 00:00:00 GMT"
        #expect(try await seconds(text, since: reference) == (expected == 1e9 ? 1 : expected))
    }

    /// The same moment in all three forms, read by Python's `http.cookiejar.http2time` and `email.utils.parsedate_to_datetime`.
    @Test(
        "Parses the obsolete forms like the present one",
        arguments: [
            ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", 784_111_777.0),
            ("Tuesday, 29-Feb-00 23:59:59 GMT", "Tue Feb 29 23:59:59 2000", 951_868_799),
            ("Sunday, 29-Feb-04 00:00:00 GMT", "Sun Feb 29 00:00:00 2004", 1_078_012_800),
            ("Thursday, 31-Dec-37 23:59:59 GMT", "Thu Dec 31 23:59:59 2037", 2_145_916_799),
            ("Tuesday, 14-Jan-92 21:46:04 GMT", "Tue Jan 14 21:46:04 1992", 695_425_564),
            ("Monday, 03-Jul-34 07:42:42 GMT", "Mon Jul  3 07:42:42 2034", 2_035_525_362),
            ("Wednesday, 13-Nov-96 09:23:19 GMT", "Wed Nov 13 09:23:19 1996", 847_876_999),
            ("Saturday, 19-Apr-14 01:32:24 GMT", "Sat Apr 19 01:32:24 2014", 1_397_871_144),
        ])
    func obsolete(rfc850: String, asctime: String, expected: Double) async throws {
        #expect(try await seconds(rfc850, since: asctime) == 0)
        let shift = 600_000_000.0
        let since = Self.writer.string(from: Date(timeIntervalSince1970: expected - shift))
        #expect(try await seconds(rfc850, since: since) == shift)
        #expect(try await seconds(asctime, since: since) == shift)
    }

    /// RFC 9110, 5.6.7: a date that appears to be more than fifty years ahead is one of the past.
    @Test(
        "A two-digit year is at most fifty years ahead",
        arguments: [
            (2026, "01-Jan-76", 2076), (2026, "28-Nov-76", 2076), (2026, "29-Nov-76", 1976), (2026, "31-Dec-76", 1976),
            (2026, "01-Jan-77", 1977), (2026, "06-Nov-94", 1994), (2026, "06-Nov-26", 2026), (2026, "06-Nov-27", 2027),
            (2026, "06-Nov-00", 2000), (1994, "06-Nov-94", 1994), (1994, "06-Nov-05", 2005), (1994, "06-Nov-44", 2044),
            (1994, "06-Nov-45", 1945), (2049, "06-Nov-99", 2099), (2051, "06-Nov-00", 2100), (2051, "06-Nov-02", 2002),
        ])
    func twoDigits(present: Int, day: String, year: Int) throws {
        let now = try #require(RFC3339.date("\(present)-11-28T12:00:00Z"))
        let date = try #require(HTTPDate.date("Sunday, \(day) 08:49:37 GMT", now: now))
        #expect(RFC3339.text(date)?.prefix(4) == "\(year)")
    }

    @Test(
        "Reads dates that Foundation has written",
        arguments: ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'"])
    func written(format: String) throws {
        let writer = try #require(Self.writer.copy() as? DateFormatter)
        writer.dateFormat = format
        for moment in stride(from: 0.0, through: 3_000_000_000, by: 7_654_321) {
            let date = Date(timeIntervalSince1970: moment)
            let text = writer.string(from: date)
            #expect(HTTPDate.date(text, now: date) == date, "\(text)")
        }
    }

    /// Foundation's formatter, which shares no code with the reader.
    private static let writer: DateFormatter = {
        let writer = DateFormatter()
        writer.locale = Locale(identifier: "en_US_POSIX")
        writer.timeZone = TimeZone(identifier: "GMT")
        writer.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return writer
    }()

    @Test("Parses every month name") func months() async throws {
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        var day = 365
        for (name, length) in zip(names, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
            #expect(try await seconds("Fri, 01 \(name) 1971 00:00:00 GMT") == Double(day * 86_400))
            day += length
        }
    }

    @Test(
        "Ignores an invalid date",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37", "06 Nov 1994 08:49:37 GMT",
            "Sun, 06 nov 1994 08:49:37 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 006 Nov 1994 08:49:37 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 008:49:37 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37:00 GMT", "Sun, 06 Nov 1994 :08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49::37 GMT", "Sun, 06 Nov 1994 08:49:37: GMT", "Sun, 06 Nov 1994 08:+9:37 GMT",
            "Sun, 06 Nov 19944 08:49:37 GMT", "Sun, 06 Nov 4 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 19944", "Sun Nov 6 08:49:37 1994", "Sun Nov 06 08:49:37 1994 GMT",
            "Sun Nov  6 08:49:37 994", "Sun, 06 Nov 1994 08:49:37 GMT GMT", "Sun Nov  6 08:49:37", "7 8", "-", "7s", "+7", "1e3",
            "Nov  6 08:49:37 1994", "Sun Nov  6 08:49:37 1994 ", "Sun Nov 31 08:49:37 1994", "Sun Nov   6 08:49:37 1994",
            "Sunday, 06-Nov-94 08:49:37 UTC", "Sunday, 06-Nov-94 08:49:37", "Sunday, 6-Nov-94 08:49:37 GMT",
            "Sunday, 06-nov-94 08:49:37 GMT", "Sunday, 31-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-994 08:49:37 GMT",
            "Sunday, 06-Nov-94 24:49:37 GMT", "06-Nov-94 08:49:37 GMT", "Sunday 06-Nov-94 08:49:37 GMT",
        ])
    func nothing(text: String) async throws {
        #expect(try await wait(until: text, at: "Thu, 01 Jan 1970 00:00:00 GMT") == .retry(after: nil))
    }

    @Test("Parses Retry-After in seconds or as a date") func numbers() async throws {
        for (text, expected) in [
            ("0", 0.0), ("9", 9), ("1234567890", 1e9), ("999999999", 999_999_999), (String(repeating: "9", count: 400), 1e9),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 00:00:00 GMT", 0),
        ] { #expect(try await seconds(text) == expected, "\(text)") }
        #expect(try await wait(until: "", at: nil) == .retry(after: nil))
    }

    @Test("Uses the device clock when the response has no valid Date header", arguments: [nil, "yesterday"])
    func noDate(date: String?) async throws {
        let moment = Date(timeIntervalSince1970: 4_070_908_800)
        let before = Date()
        guard case .retry(let wait?)? = try await wait(until: "Thu, 01 Jan 2099 00:00:00 GMT", at: date) else {
            Issue.record("it says nothing")
            return
        }
        #expect(moment.timeIntervalSince(Date())...moment.timeIntervalSince(before) ~= wait)
    }
}
