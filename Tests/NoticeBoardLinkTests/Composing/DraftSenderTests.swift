import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

@Suite("Sending a draft", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DraftSenderTests {
    private let log = Locked<[String]>([])
    private let service: ScriptedLink
    private let files: WatchedFiles
    private let sender: DraftSender

    init() {
        (service, files) = (ScriptedLink(log), WatchedFiles(log))
        let store = DraftStore(ScratchFolder.url("sender").path, account: "me", files: files)
        sender = DraftSender(service: service, user: "me", store: store, keepUploaded: { _, _ in })
    }

    private static let me = ScriptedLink.me
    private static let before = LinkPost(id: "p5", author: me, title: "t", content: "c")
    private static let reply = LinkReply(id: "c5", content: "old", author: me)

    private func draft(_ target: LinkDraftTarget, files: [LinkFile.Kind] = []) -> LinkDraft {
        var draft = LinkDraft(id: "d", target: target)
        draft.form.content = "글"
        draft.files = files.map { LinkDraft.File(name: "d-1.\($0.rawValue)", kind: $0, bytes: 1) }
        return draft
    }

    /// Sends the draft; returns the result, the log without minor file operations, and the progress.
    private func sent(_ draft: LinkDraft, isLeaving: Bool = true) async -> (result: String, lines: [String], parts: [Double]) {
        let parts = Locked<[Double]>([])
        sender.store.setWanted([draft])
        log.withLock { $0 = [] }
        let result = await sender.send(draft) { idsBefore in
            log.withLock { $0.append("leaving \(idsBefore.joined(separator: ","))") }
            return isLeaving
        } progress: { part in
            parts.withLock { $0.append(part) }
        }
        let steps = ["make", "remove", "open", "write", "sync", "close", "status"]
        let lines = log.withLock { $0 }.filter { line in !steps.contains { line.hasPrefix($0) } }
        switch result {
        case .stored: return ("sent", lines, parts.withLock { $0 })
        case .lost: return ("lost", lines, parts.withLock { $0 })
        case .missing: return ("missing", lines, parts.withLock { $0 })
        case .held(let error): return ("held \(error.code)", lines, parts.withLock { $0 })
        case .refused(let error): return ("refused \(error.code)", lines, parts.withLock { $0 })
        }
    }

    private func fail(_ call: String, _ error: (any Error)?) { service.answers.withLock { $0.failures[call] = error } }

    private static let lost: [NoticeBoardError.Code] = [
        .connectionLost, .timedOut, .serverFailure, .unreadableResponse, .responseTooLarge, .external,
    ]
    private static let passing: [NoticeBoardError.Code] = [
        .noNetwork, .unreachable, .networkSignIn, .proxyRefused, .proxyUnreachable, .untrustedServer, .tooManyRequests, .tooEarly,
        .sessionOver, .accessTokenExpired,
    ]
    private static let final: [NoticeBoardError.Code] = [.postGone, .forbidden, .inputRefused, .unexpectedStatus, .storageFull]

    @Test("An error's code decides whether a draft is lost, held or refused") func failures()
        async
    {
        for (codes, before, after) in [
            (Self.lost, "held", nil), (Self.passing, "held", "held"), (Self.final, "refused", "refused"),
        ]
            as [([NoticeBoardError.Code], String, String?)]
        {
            for code in codes {
                fail("postsOf", NoticeBoardError(code))
                let early = await sent(draft(.post))
                #expect(early.result == "\(before) \(code)")
                #expect(early.lines == ["postsOf me first 40"])
                fail("postsOf", nil)
                fail("publish", NoticeBoardError(code))
                let late = await sent(draft(.post))
                #expect(late.result == after.map { "\($0) \(code)" } ?? "lost", "\(code)")
                #expect(late.lines.last == "publish - 글 -", "\(code)")
                fail("publish", nil)
            }
        }
        fail("publish", CocoaError(.coderInvalidValue))
        #expect(await sent(draft(.post)).result == "lost")
    }

    @Test("A draft is lost if any of its attempts may have arrived") func attempts() async {
        let all: [([NoticeBoardError.Attempt], Bool)] = [
            ([], false), ([.init()], false), ([.init(status: 199)], false), ([.init(status: 200)], true),
            ([.init(status: 299)], true), ([.init(status: 300)], false), ([.init(status: 499)], false),
            ([.init(status: 500)], true),
            ([.init(status: 599)], true), ([.init(cause: .timedOut)], true), ([.init(cause: .noNetwork)], false),
            ([.init(status: 500, cause: .noNetwork)], false), ([.init(status: 400, cause: .connectionLost)], true),
            ([.init(status: 419), .init(status: 503), .init(status: 400)], true),
            ([.init(status: 419), .init(status: 400)], false),
        ]
        for (number, (attempts, mayHaveArrived)) in all.enumerated() {
            fail("publish", NoticeBoardError(.forbidden, attempts: attempts))
            let result = await sent(draft(.post)).result
            #expect(result == (mayHaveArrived ? "lost" : "refused forbidden"), "case \(number)")
        }
    }

    @Test("A draft that cannot be stored, was stopped or was cancelled is not sent") func neverLeft()
        async throws
    {
        sender.store.setWanted([draft(.edit(Self.before))])
        try await sender.store.save()
        files.reset(failing: 0)
        var changed = draft(.edit(Self.before))
        changed.form.content = "다른 글"
        #expect(await sent(changed).result == "held storageFull")
        files.reset()
        let stayed = await sent(draft(.post), isLeaving: false)
        #expect(stayed.result == "held external")
        #expect(stayed.lines == ["postsOf me first 40", "leaving "])
        var draft = draft(.edit(Self.before))
        draft.form.title = "제목"
        sender.store.setWanted([draft])
        log.withLock { $0 = [] }
        let task = Task { [sender, draft] in
            await sender.send(draft) { _ in
                unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
                return true
            } progress: { _ in
            }
        }
        guard case .lost = await task.value else { Issue.record("nobody knows what became of it"); return }
        #expect(log.withLock { $0.contains("rename d.draft.part d.draft") && !$0.contains { $0.hasPrefix("edit") } })
    }
}
