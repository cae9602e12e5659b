import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

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
            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 19944",
            "Sun Nov  6 08:49:37 994", "Sun, 06 Nov 1994 08:49:37 GMT GMT", "Sun Nov  6 08:49:37", "7 8", "-", "7s", "+7", "1e3",
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
