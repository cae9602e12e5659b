import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardHTTP

@Suite("Files of an account that signs out", .serialized, .inTurn, .timeLimit(.minutes(1))) final class StoringTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("storing-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test("Signing out waits for no file, and its erasure does") func signingOut() async throws {
        let file = folder.appendingPathComponent("answer")
        let session = TokenSession(Credentials(accessToken: .bearer("a"), account: "7")) { $0 }
        session.scope.register(erasing: [file])
        let account = session.content.withLock { $0.account }
        let (begun, mayEnd) = (Gate(), DispatchSemaphore(value: 0))
        DispatchQueue(label: "slow disk").async {
            try? account.store {
                begun.open()
                mayEnd.wait()
                try Data("x".utf8).write(to: file)
            }
        }
        try await begun.pass()
        session.signOut()
        #expect(session.state == .signedOut)
        let isErased = Locked(false)
        let erasure = Task {
            await session.scope.waitUntilErased()
            isErased.withLock { $0 = true }
        }
        await letOtherTasksRun()
        #expect(!isErased.withLock { $0 })
        mayEnd.signal()
        await erasure.value
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A former account puts no file in place") func former() throws {
        let session = TokenSession(Credentials(accessToken: .bearer("a"), account: "7")) { $0 }
        let account = session.content.withLock { $0.account }
        session.signIn(Credentials(accessToken: .bearer("b"), account: "8"))
        var hasRun = false
        let error = #expect(throws: NoticeBoardError.self) { try account.store { hasRun = true } }
        #expect(error?.code == .sessionOver)
        #expect(!hasRun)
    }

    @Test("Cancelling a call does not wait for its file") func cancelling() async throws {
        let origin = try #require(HTTPOrigin(host: "host"))
        let exchange = try Exchange(HTTPRequest(origin: origin, target: "/"), queue: DispatchQueue(label: "exchange"))
        let (begun, ended, mayEnd) = (Gate(), Gate(), DispatchSemaphore(value: 0))
        DispatchQueue(label: "slow disk").async {
            exchange.changeBody { _ in
                begun.open()
                mayEnd.wait()
            }
            ended.open()
        }
        try await begun.pass()
        exchange.cancel()
        #expect(exchange.call.isOver)
        mayEnd.signal()
        try await ended.pass()
    }
}
