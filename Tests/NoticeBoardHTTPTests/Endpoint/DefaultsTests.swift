import Foundation
import NoticeBoardHTTP
import Testing

@Suite("What is so where nothing is said", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DefaultsTests {
    @Test("Calls have no timeout, 60 s without a byte, 32 MiB in memory and any file; three attempts and a budget of ten")
    func calls() throws {
        let defaults = HTTPRequest.Defaults()
        #expect(defaults.timeout == nil && defaults.idleTimeout == 60)
        #expect(defaults.responseLimit == 33_554_432 && defaults.fileLimit == .max && defaults.secretHeaders.isEmpty)
        let retry = RetryPolicy()
        #expect(retry.attempts == 3 && retry.firstWait == 0.3 && retry.longestWait == 30 && retry.budget == 10)
        #expect(retry == .standard && RetryPolicy.never.attempts == 1)
        let configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://example.com")))
        #expect(HTTPProgress.Update() == HTTPProgress.Update(sent: 0, toSend: nil, received: 0, toReceive: nil))
        let options = HTTPRequest.Options()
        #expect(!options.isShared && !options.sendsBodyAcrossOrigins)
        let events = RecentEvents()
        for number in 0..<201 { events.log(HTTPEvent(requestID: "\(number)", call: "GET a", kind: .started)) }
        #expect(events.events.count == 200 && events.events.first?.requestID == "1")
        #expect(configuration.redirectLimit == 5 && configuration.retry == .standard && configuration.plainHTTPHosts.isEmpty)
    }
}
