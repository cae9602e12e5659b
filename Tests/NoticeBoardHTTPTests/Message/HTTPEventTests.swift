import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import Testing

@Suite("HTTPEvent", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HTTPEventTests {
    private static func skipped(_ count: Int) -> [SkippedElement] {
        (0..<count).map { SkippedElement(index: $0, path: $0 == 1 ? "" : "name", reason: "not a text") }
    }

    @Test(
        "Describes every kind of event",
        arguments: [
            (.started, "started"),
            (.finished(status: 404, bytes: 12, seconds: 0.0524), "finished with 404, 12 bytes, in 0.052 s"),
            (.failed(.timedOut, seconds: 1.9996), "failed with timedOut in 2.0 s"),
            (.cancelled(seconds: 0.0005), "cancelled after 0.001 s"),
            (.retried(.init(status: 503), number: 2, wait: 0.3), "attempt 1 failed with 503, attempt 2 in 0.3 s"),
            (
                .retried(.init(cause: .connectionLost), number: 5, wait: 0),
                "attempt 4 failed with connectionLost, attempt 5 in 0.0 s"
            ),
            (.retried(.init(), number: 3, wait: 1), "attempt 2 failed with nothing, attempt 3 in 1.0 s"),
            (.redirected(status: 307), "redirected with 307"), (.tokenRenewed, "token renewed"),
            (.tokenStillGood, "token still good"), (.tokenRefused, "token refused, session over"),
            (.tokenNotRenewed(.noNetwork), "token not renewed: noNetwork"),
            (.tokenTooLate, "token renewed too late, thrown away"), (.replayed, "replayed"),
            (.decodedWithLoss(skipped(1)), "read without 1: [0].name not a text"),
            (.decodedWithLoss(skipped(3)), "read without 3: [0].name not a text; [1] not a text; [2].name not a text"),
            (
                .decodedWithLoss(skipped(4)),
                "read without 4: [0].name not a text; [1] not a text; [2].name not a text; …"
            ),
            (.unreadable(reason: "The body is empty."), "unreadable: The body is empty."),
        ] as [(HTTPEvent.Kind, String)])
    func words(kind: HTTPEvent.Kind, text: String) {
        let event = HTTPEvent(requestID: "id", call: "GET a", date: Date(timeIntervalSince1970: 0.25), kind: kind)
        #expect(kind.description == text)
        #expect(event.description == "GET a [id] \(text)")
        #expect(event.dated == "1970-01-01T00:00:00.250Z GET a [id] \(text)")
        let never = HTTPEvent(requestID: "id", call: "GET a", date: Date(timeIntervalSince1970: 1e15), kind: kind)
        #expect(never.dated == "- GET a [id] \(text)")
        #expect(never != event)
    }
}
