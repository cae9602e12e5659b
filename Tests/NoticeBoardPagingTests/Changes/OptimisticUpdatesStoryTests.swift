import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// Checks the effect of each event, and the wanted value, the pending call and the idle state after it.
@Suite("UpdateMachine: step by step", .serialized, .inTurn, .timeLimit(.minutes(1))) struct WishStoryTests {
    private func received(_ steps: [UpdateMachine<Bool>.Event]) -> [String] {
        var wish = UpdateMachine<Bool>()
        return steps.map { step in
            let effect = wish.handle(step)
            let wanted = wish.wanted.map { "\($0)" } ?? "nothing"
            let asked = wish.asked.map { "\($0)" } ?? "nothing"
            return (effect.map { "\($0): " } ?? "") + "\(wanted), \(asked)" + (wish.isAtRest ? ", at rest" : "")
        }
    }

    @Test("Ignores responses without a request") func fresh() {
        #expect(UpdateMachine<Bool>().isAtRest)
        #expect(UpdateMachine<Bool>().wanted == nil)
        #expect(UpdateMachine<Bool>().asked == nil)
        let rest = "nothing, nothing, at rest"
        #expect(received([.isNow(true), .lost, .refused]) == [rest, rest, rest])
        #expect(received([.want(true, confirmed: true)]) == [rest])
        #expect(received([.want(false, confirmed: false)]) == [rest])
        #expect(received([.want(false, confirmed: true), .isNow(false)]) == ["set: false, set", rest])
        // If the wanted value is already confirmed, the machine equals a new one.
        var content = UpdateMachine<Bool>()
        #expect(content.handle(.want(false, confirmed: false)) == nil)
        #expect(content == UpdateMachine<Bool>())
        // Only the confirmed value counts, not the last response.
        #expect(
            received([.want(true, confirmed: false), .isNow(true), .want(true, confirmed: false)]) == [
                "set: true, set", rest, "set: true, set",
            ])
    }

    @Test("A response for an earlier tap does not end the last one") func taps() {
        #expect(
            received([.want(true, confirmed: false), .want(false, confirmed: true), .isNow(true), .isNow(false)]) == [
                "set: true, set", "false, set", "set: false, set", "nothing, nothing, at rest",
            ])
        #expect(
            received([.want(true, confirmed: false), .want(false, confirmed: true), .isNow(false)]) == [
                "set: true, set", "false, set", "nothing, nothing, at rest",
            ])
        #expect(
            received([.want(true, confirmed: false), .refused, .want(true, confirmed: false)]) == [
                "set: true, set", "nothing, nothing, at rest", "set: true, set",
            ])
    }

    @Test("Each tap makes at most three toggles") func thrice() {
        let stubborn: [UpdateMachine<Bool>.Event] = [.want(true, confirmed: false), .isNow(false), .isNow(false), .isNow(false)]
        #expect(
            received(stubborn + [.want(true, confirmed: false)]) == [
                "set: true, set", "set: true, set", "set: true, set", "nothing, nothing, at rest",
                "set: true, set",
            ])
        let tapped: [UpdateMachine<Bool>.Event] = [
            .isNow(false), .isNow(false), .want(true, confirmed: false), .isNow(false), .isNow(false), .isNow(false),
        ]
        #expect(
            received([.want(true, confirmed: false)] + tapped) == [
                "set: true, set", "set: true, set", "set: true, set", "true, set", "set: true, set",
                "set: true, set", "set: true, set",
            ])
    }

    @Test("Reads the state once after a lost response") func lost() {
        #expect(
            received([.want(true, confirmed: false), .lost, .isNow(false), .isNow(true)]) == [
                "set: true, set", "fetch: true, fetch", "set: true, set", "nothing, nothing, at rest",
            ])
        #expect(
            received([.want(true, confirmed: false), .lost, .lost, .want(false, confirmed: false), .isNow(false)]) == [
                "set: true, set", "fetch: true, fetch", "nothing, nothing", "fetch: false, fetch", "nothing, nothing, at rest",
            ])
        #expect(
            received([.want(true, confirmed: false), .lost, .want(false, confirmed: false), .lost, .want(true, confirmed: true)])
                == [
                    "set: true, set", "fetch: true, fetch", "false, fetch", "nothing, nothing", "fetch: true, fetch",
                ])
        // A refused read leaves the state unknown.
        #expect(
            received([.want(true, confirmed: false), .lost, .refused, .want(true, confirmed: false), .isNow(true)]) == [
                "set: true, set", "fetch: true, fetch", "nothing, nothing", "fetch: true, fetch", "nothing, nothing, at rest",
            ])
    }
}
