import Foundation
import NoticeBoardBase
import NoticeBoardOutbox

extension OutboxContract {
    /// One promise: a name for reports, the senders that it applies to, and the check.
    struct Clause: Sendable {
        let name: String
        var applies: @Sendable (SenderAbilities) -> Bool = { _ in true }
        let check: @Sendable @MainActor (OutboxStage<Sender>) async throws -> Void
    }

    static var clauses: [Clause] { ofEverySender + ofServicesThatTell }

    /// The promises of every sender.
    private static var ofEverySender: [Clause] {
        [
            // A draft that was handed in is stored once, and leaves the outbox.
            Clause(name: "draftIsStoredOnce") { stage in
                let id = stage.handIn("글")
                try await stage.expectEnd(id, .gone)
                try await stage.expectStored("글", 1)
            },
            // A later launch has the same draft, and sends it.
            Clause(name: "draftSurvivesLaunches") { stage in
                let draft = stage.draft("글 🙂 \"따옴표\"\n둘째 줄")
                let id = stage.outbox.newDraft(draft)
                try await stage.relaunch()
                guard stage.outbox.state[id]?.draft == draft else {
                    throw BrokenClause(reason: "the stored draft is another one")
                }
                stage.outbox.send(id)
                try await stage.expectEnd(id, .gone)
                try await stage.expectStored("글 🙂 \"따옴표\"\n둘째 줄", 1)
            },
            // A draft whose response was lost is stored once; the user may only be asked if the service cannot tell.
            Clause(name: "lostAnswerIsNotSentTwice") { stage in
                stage.plan(.lostAnswer(.connectionLost))
                let id = stage.handIn("글")
                try await stage.expectEnd(id, stage.abilities.tellsArrivals ? .gone : .asking)
                try await stage.expectStored("글", 1)
                try stage.expectOneKey()
            },
            // A launch that ends during an attempt does not lead to a second item.
            Clause(name: "interruptedAttemptIsNotSentTwice") { stage in
                let id = try await stage.interruptedAttempt("글")
                try await stage.expectEnd(id, stage.abilities.tellsArrivals ? .gone : .asking)
                try await stage.expectStored("글", 1)
            },
            // An equal item that existed before is not taken for the draft.
            Clause(name: "olderEqualItemIsNotTaken") { stage in
                try await stage.expectEnd(stage.handIn("글"), .gone)
                stage.plan(.lostRequest(.connectionLost))
                try await stage.expectEnd(stage.handIn("글"), .gone, confirming: true)
                try await stage.expectStored("글", 2)
            },
            // Two equal drafts are two items, also if both were lost.
            Clause(name: "equalDraftsAreBothSent") { stage in
                stage.plan(.lostRequest(.connectionLost), .lostRequest(.connectionLost))
                let ids = [stage.handIn("글"), stage.handIn("글")]
                for id in ids { try await stage.expectEnd(id, .gone, confirming: true) }
                try await stage.expectStored("글", 2)
            },
            // A service that fails is waited for before the user is asked.
            Clause(name: "busyServiceIsWaitedFor") { stage in
                stage.plan(.lostRequest(.serverFailure))
                try await stage.expectEnd(stage.handIn("글"), .gone, confirming: true)
                try await stage.expectStored("글", 1)
                if stage.waits == 0 { throw BrokenClause(reason: "the outbox did not wait") }
            },
            // A network that breaks the connection is waited for, and nobody is asked.
            Clause(name: "brokenNetworkIsWaitedFor") { stage in
                stage.plan(.lostRequest(.untrustedServer), .lostRequest(.noNetwork))
                try await stage.expectEnd(stage.handIn("글"), .gone)
                try await stage.expectStored("글", 1)
                if stage.waits < 2 { throw BrokenClause(reason: "the outbox did not wait") }
            },
            // A refused draft stays with its reason, and is not sent again by itself.
            Clause(name: "refusalIsKept") { stage in
                stage.plan(.lostRequest(.inputRefused))
                try await stage.expectEnd(stage.handIn("글"), .refused)
                try await stage.expectStored("글", 0)
            },
            // A file that is being prepared holds the draft back, and goes with it.
            Clause(name: "fileHoldsDraftBack", applies: \.takesFiles) { stage in
                let bytes = Data((0...255).map { UInt8($0) })
                let id = try await stage.handInWithFile("글", bytes)
                try await stage.expectEnd(id, .gone)
                try await stage.expectStored("글", 1)
                guard stage.lastFiles == [bytes] else { throw BrokenClause(reason: "the file did not go with the draft") }
            },
        ]
    }

    /// The promises of services that remember keys or can be searched.
    private static var ofServicesThatTell: [Clause] {
        [
            // A draft that the service stored late is not sent again.
            Clause(name: "lateArrivalIsNotSentTwice", applies: \.tellsArrivals) { stage in
                let id = try await stage.handInLate("글")
                try await stage.expectEnd(id, .gone, confirming: true)
                try await stage.expectStored("글", 1)
            },
            // It is found below newer items, however many pages down.
            Clause(name: "lateArrivalIsFoundBelowNewerItems", applies: \.isSearchable) { stage in
                for number in 0..<45 { try await stage.store("옛글 \(number)") }
                let id = try await stage.handInLate("글", newerItems: 45)
                try await stage.expectEnd(id, .gone, confirming: true)
                try await stage.expectStored("글", 1)
            },
            // A text is recognized although the service removed outer white space or changed line ends.
            Clause(name: "storedTextIsRecognized", applies: { $0.isSearchable && !$0.honorsKeys }) { stage in
                for text in ["하나", " 둘", "셋\n", "넷\r\n넷", "\r\n다섯\n"] {
                    stage.plan(.lostAnswer(.connectionLost))
                    try await stage.expectEnd(stage.handIn(text), .gone)
                }
            },
            // Another new item is not taken for the draft.
            Clause(name: "otherItemIsNotTaken", applies: { $0.isSearchable && !$0.honorsKeys }) { stage in
                stage.plan(.lostRequest(.connectionLost))
                let id = stage.handIn("글")
                try await stage.expectEnd(id, .asking)
                try await stage.store("다른 글")
                stage.outbox.send(id)
                try await stage.expectEnd(id, .gone, confirming: true)
                try await stage.expectStored("글", 1)
            },
            // A draft that was changed after a possible arrival is sent as another one.
            Clause(name: "editIsSentAsNew", applies: { $0.honorsKeys && !$0.isSearchable }) { stage in
                let id = try await stage.takenBackAttempt("글")
                stage.outbox.change(id) { $0 = stage.draft("다른 글") }
                stage.outbox.send(id)
                try await stage.expectEnd(id, .gone, confirming: true)
                try await stage.expectStored("다른 글", 1)
            },
        ]
    }
}
