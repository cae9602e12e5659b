import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import Testing

@Suite("Options of a call and their defaults", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct OptionsTests {
    private func request(_ options: HTTPRequest.Options, _ defaults: HTTPRequest.Defaults) throws -> HTTPRequest {
        let base = try #require(URL(string: "https://host"))
        return try RequestBuilder(baseURL: base, defaults: defaults).request(for: .get("a", options: options))
    }

    @Test("A call's options take precedence over the client's") func filling() throws {
        let defaults = HTTPRequest.Defaults(
            timeout: 11, idleTimeout: 12, responseLimit: 13, fileLimit: 14, secretHeaders: ["X-Client"])
        let silent = try request(.init(), defaults).options
        #expect(silent.timeout == 11)
        #expect(silent.idleTimeout == 12)
        #expect(silent.responseLimit == 13)
        #expect(silent.secretHeaders == ["X-Client"])
        #expect(silent.fileLimit == 14)
        let own = try request(
            options(.init(timeout: 1, idleTimeout: 2, responseLimit: 3)) { $0.secretHeaders = ["X-Own"] }, defaults
        ).options
        #expect(own.timeout == 1)
        #expect(own.idleTimeout == 2)
        #expect(own.responseLimit == 3)
        #expect(own.secretHeaders == ["X-Client", "X-Own"])
        let bare = try request(options { $0.secretHeaders = ["X-Own"] }, .init()).options
        #expect(bare.timeout == nil)
        #expect(bare.idleTimeout == nil)
        #expect(bare.responseLimit == nil)
        #expect(bare.secretHeaders == ["X-Own"])
    }

    @Test("A call without options gets everything that defaults can set") func everyDefault() throws {
        let defaults = HTTPRequest.Defaults(
            timeout: 11, idleTimeout: 12, responseLimit: 13, fileLimit: 14, secretHeaders: ["X-Client"])
        let options = try request(.init(), defaults).options
        let values = Dictionary(uniqueKeysWithValues: Mirror(reflecting: options).children.map { ($0.label, "\($0.value)") })
        for (name, value) in Mirror(reflecting: defaults).children {
            #expect(values[name] == "\(value)", "\(name ?? "")")
        }
    }

    @Test("Rounds an idle timeout up to whole seconds from 1 to a billion") func limits() throws {
        let origin = try #require(HTTPOrigin(host: "host"))
        for (own, limit) in [(nil, 33_554_432), (7, 7)] {
            let request = HTTPRequest(origin: origin, target: "/", options: .init(responseLimit: own))
            #expect(request.responseLimit == limit)
            #expect(request.fileLimit == .max)
        }
        let seconds: [(Double?, Double)] = [
            (nil, 60), (.nan, 60), (0, 1), (-3, 1), (0.2, 1), (1, 1), (1.01, 2), (2, 2), (59.5, 60), (61, 61),
            (999_999_999.5, 1e9), (1e9, 1e9), (1e9 + 1, 1e9), (.infinity, 1e9),
            (-Double.infinity, 1),
        ]
        for (asked, waits) in seconds {
            let request = HTTPRequest(origin: origin, target: "/", options: .init(idleTimeout: asked))
            #expect(request.idleTimeout == waits, "\(String(describing: asked))")
        }
    }

    @Test("Timeouts of a call can be durations") func durations() {
        guard #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) else { return }
        let both = HTTPRequest.Options(retries: .never, timeout: .milliseconds(1_500), idleTimeout: .seconds(20))
        #expect(both == HTTPRequest.Options(retries: .never, timeout: 1.5, idleTimeout: 20))
        #expect(HTTPRequest.Options(timeout: .seconds(5)) == HTTPRequest.Options(timeout: 5))
        #expect(HTTPRequest.Options(idleTimeout: .seconds(5)) == HTTPRequest.Options(idleTimeout: 5))
    }

    @Test("Timeouts of a client can be durations") func defaultDurations() {
        guard #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) else { return }
        let durations = HTTPRequest.Defaults(timeout: .seconds(5), idleTimeout: .seconds(9), fileLimit: 7)
        #expect(durations == HTTPRequest.Defaults(timeout: 5, idleTimeout: 9, fileLimit: 7))
    }

    @Test("Waits between attempts can be durations") func waits() {
        guard #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) else { return }
        let policy = RetryPolicy(attempts: 2, firstWait: .milliseconds(250))
        #expect(policy == RetryPolicy(attempts: 2, firstWait: 0.25))
    }

    @Test("Classifies 2xx as success and five statuses as redirects") func statuses() {
        let redirects = (0...999).filter { HTTPStatus(rawValue: $0).isRedirect }
        let successes = (0...999).filter { HTTPStatus(rawValue: $0).isSuccess }
        #expect(redirects == [301, 302, 303, 307, 308])
        #expect(successes == Array(200...299))
        let accepted = (0...999).filter { StatusValidation.success.or(404).accepts(HTTPStatus(rawValue: $0)) }
        #expect(accepted == Array(200...299) + [404])
        #expect(!StatusValidation().accepts(200))
        #expect(StatusValidation.any.accepts(-1))
        #expect("\(HTTPStatus(rawValue: 418))" == "418")
    }
}
