import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// Optimistic updates, step by step: what is asked for, and what is wanted, on its way, and at rest then.
@Suite("WishMachine: stories", .serialized, .inTurn, .timeLimit(.minutes(1))) struct WishStoryTests {
    private func received(_ steps: [WishMachine.Event]) -> [String] {
        var wish = WishMachine()
        return steps.map { step in
            let effect = wish.handle(step)
            let wanted = wish.wanted.map { "\($0)" } ?? "nothing"
            let asked = wish.asked.map { "\($0)" } ?? "nothing"
            return (effect.map { "\($0): " } ?? "") + "\(wanted), \(asked)" + (wish.isAtRest ? ", at rest" : "")
        }
    }

    @Test("A new one wants nothing, and what nobody asked for says nothing") func fresh() {
        #expect(WishMachine().isAtRest && WishMachine().wanted == nil && WishMachine().asked == nil)
        let rest = "nothing, nothing, at rest"
        #expect(received([.isSo(true), .lost, .refused]) == [rest, rest, rest])
        #expect(received([.want(true, confirmed: true)]) == [rest] && received([.want(false, confirmed: false)]) == [rest])
        #expect(received([.want(false, confirmed: true), .isSo(false)]) == ["toggle: false, toggle", rest])
        // One that wanted what is so already is as good as a new one.
        var content = WishMachine()
        #expect(content.handle(.want(false, confirmed: false)) == nil && content == WishMachine())
        // What was so before is no reason: the person sees what is confirmed.
        #expect(
            received([.want(true, confirmed: false), .isSo(true), .want(true, confirmed: false)]) == [
                "toggle: true, toggle", rest, "toggle: true, toggle",
            ])
    }

    @Test("The last tap counts, and an answer to what was wanted before is no end") func taps() {
        #expect(
            received([.want(true, confirmed: false), .want(false, confirmed: true), .isSo(true), .isSo(false)]) == [
                "toggle: true, toggle", "false, toggle", "toggle: false, toggle", "nothing, nothing, at rest",
            ])
        #expect(
            received([.want(true, confirmed: false), .want(false, confirmed: true), .isSo(false)]) == [
                "toggle: true, toggle", "false, toggle", "nothing, nothing, at rest",
            ])
        #expect(
            received([.want(true, confirmed: false), .refused, .want(true, confirmed: false)]) == [
                "toggle: true, toggle", "nothing, nothing, at rest", "toggle: true, toggle",
            ])
    }

    @Test("Three toggles are made for a tap, and each tap has three of its own") func thrice() {
        let stubborn: [WishMachine.Event] = [.want(true, confirmed: false), .isSo(false), .isSo(false), .isSo(false)]
        #expect(
            received(stubborn + [.want(true, confirmed: false)]) == [
                "toggle: true, toggle", "toggle: true, toggle", "toggle: true, toggle", "nothing, nothing, at rest",
                "toggle: true, toggle",
            ])
        let tapped: [WishMachine.Event] = [
            .isSo(false), .isSo(false), .want(true, confirmed: false), .isSo(false), .isSo(false), .isSo(false),
        ]
        #expect(
            received([.want(true, confirmed: false)] + tapped) == [
                "toggle: true, toggle", "toggle: true, toggle", "toggle: true, toggle", "true, toggle", "toggle: true, toggle",
                "toggle: true, toggle", "toggle: true, toggle",
            ])
    }

    @Test("A lost answer is followed by one look; lost as well, nothing is wanted, and nobody knows what is so") func lost() {
        #expect(
            received([.want(true, confirmed: false), .lost, .isSo(false), .isSo(true)]) == [
                "toggle: true, toggle", "look: true, look", "toggle: true, toggle", "nothing, nothing, at rest",
            ])
        #expect(
            received([.want(true, confirmed: false), .lost, .lost, .want(false, confirmed: false), .isSo(false)]) == [
                "toggle: true, toggle", "look: true, look", "nothing, nothing", "look: false, look", "nothing, nothing, at rest",
            ])
        #expect(
            received([.want(true, confirmed: false), .lost, .want(false, confirmed: false), .lost, .want(true, confirmed: true)])
                == [
                    "toggle: true, toggle", "look: true, look", "false, look", "nothing, nothing", "look: true, look",
                ])
        // A refused look leaves it as unknown as it was.
        #expect(
            received([.want(true, confirmed: false), .lost, .refused, .want(true, confirmed: false), .isSo(true)]) == [
                "toggle: true, toggle", "look: true, look", "nothing, nothing", "look: true, look", "nothing, nothing, at rest",
            ])
    }
}
