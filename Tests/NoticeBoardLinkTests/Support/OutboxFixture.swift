import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardOutbox
import NoticeBoardTesting
import TestSupport
import Testing

/// A service in the process, a temporary folder, and outboxes of successive launches.
final class OutboxFixture: Sendable {
    let simulator = LinkSimulator(posts: 8)
    let folder = ScratchFolder.url("drafts")
    let clock = ManualClock()
    let network: UnsteadyNetwork
    private let systems = Locked<[FaultyFiles<POSIXFileSystem>]>([])

    init() { network = UnsteadyNetwork(simulator) }

    deinit {
        // Files that an outbox is still writing would recreate the folder.
        for files in systems.withLock({ $0 }) { files.fail(0, failsAllLater: true) }
        try? FileManager.default.removeItem(at: folder)
    }

    func session(_ account: Int = 1, _ scope: AccountScope = AccountScope()) async throws -> LinkSession {
        var configuration = LinkClient.Configuration(
            baseURL: PictureFixture.url, key: simulator.key, productID: simulator.product)
        configuration.http.retry = .never
        let session = LinkSession(configuration, scope: scope, transport: network)
        try await session.signIn(email: "user\(account)@example.com", password: "password\(account)")
        return session
    }

    @MainActor func outbox(
        _ session: LinkSession, files: FaultyFiles<POSIXFileSystem> = FaultyFiles(), in other: URL? = nil
    ) throws -> LinkOutbox {
        systems.withLock { $0.append(files) }
        return try #require(session.outbox(in: other ?? folder, files: files, time: time))
    }

    /// The clock, without the half second before typed text is stored.
    private var time: TimeSource {
        TimeSource(now: clock.time.now) { [clock] seconds in if seconds > 0.5 { try await clock.time.sleep(seconds) } }
    }

    /// Returns the posts of the service with this text.
    func posts(_ text: String) -> [SimulatedLinkPost] { simulator.posts.filter { $0.fields["content"] == text } }

    /// Returns the sent form without its files, which no longer exist.
    static func texts(of body: HTTPBody?) -> Data {
        (body?.pieces ?? []).reduce(Data()) { sum, piece in if case .data(let data) = piece { sum + data } else { sum } }
    }

    /// The names of all draft files below the folder.
    var files: [String] {
        (FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? [])
            .filter { $0.contains("/") }.map { String($0.split(separator: "/")[1]) }.sorted()
    }

    /// Returns when no file is left.
    func untilEmpty() async { await until { files.isEmpty } }
    /// Returns when `isSo` holds after a file operation of the newest outbox.
    func until(isolation: isolated (any Actor)? = #isolation, _ isSo: () -> Bool) async {
        await systems.withLock { $0.last }?.waitUntil(isSo)
    }

    /// Runs `work` with a copy of the folder and the draft folder in it.
    @MainActor func copied(_ work: @MainActor (_ copy: URL, _ place: URL) async throws -> Void) async throws {
        let copy = ScratchFolder.url("copy")
        try FileManager.default.copyItem(at: folder, to: copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        try await work(copy, copy.appendingPathComponent(try place("x").deletingLastPathComponent().lastPathComponent))
    }

    func place(_ name: String) throws -> URL {
        let folders = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("drafts-") }
        return folder.appendingPathComponent(try #require(folders.first)).appendingPathComponent(name)
    }
}

/// A network that fails on demand: before a request reaches the service, or after the service has answered.
final class UnsteadyNetwork: HTTPTransport {
    private struct Content {
        var before: [String: (NoticeBoardError, times: Int)] = [:]
        var after: [String: (NoticeBoardError, times: Int)] = [:]
        var down: NoticeBoardError?
        var held: (line: String, gate: Gate)?
        var then: (line: String, isStored: Bool, work: @Sendable (UnsteadyNetwork) -> Void)?
    }

    private let service: any HTTPTransport
    private let content = Locked(Content())
    /// Every request that is cancelled at the service arrives here.
    let left = Gate()

    init(_ service: any HTTPTransport) { self.service = service }

    /// Makes every request fail with an error, or restores the network for `nil`.
    func down(_ error: NoticeBoardError?) { content.withLock { $0.down = error } }
    /// Fails requests of a line before they reach the service.
    func loseRequests(_ line: String, _ code: NoticeBoardError.Code, times: Int = 1) {
        content.withLock { $0.before[line] = (NoticeBoardError(code), times) }
    }
    /// Loses the responses to requests of a line.
    func loseAnswers(_ line: String, _ code: NoticeBoardError.Code = .connectionLost, times: Int = 1) {
        content.withLock { $0.after[line] = (NoticeBoardError(code), times) }
    }

    /// Loses the next request of a line, or its response, and runs `work` before the error is thrown.
    func after(_ line: String, isStored: Bool, _ work: @escaping @Sendable (UnsteadyNetwork) -> Void) {
        content.withLock { $0.then = (line, isStored, work) }
    }

    /// Holds the responses to requests of a line that the service has executed.
    func holdAnswers(_ line: String, at gate: Gate?) { content.withLock { $0.held = gate.map { (line, $0) } } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let line = "\(request.method) \(request.path)"
        if let error = content.withLock({ $0.down }) { throw error }
        if let error = content.withLock({ Self.take(&$0.before, line) }) { throw error }
        if let then = content.withLock({ $0.then }), then.line == line {
            content.withLock { $0.then = nil }
            if then.isStored { _ = try await service.send(request) }
            then.work(self)
            throw NoticeBoardError(.connectionLost)
        }
        let response: HTTPResponse
        do { response = try await service.send(request) } catch let error as CancellationError {
            // Counts an arrival. The task is cancelled, so it doesn't wait.
            try? await left.pass()
            throw error
        }
        if let held = content.withLock({ $0.held }), held.line == line { try await held.gate.pass() }
        if let error = content.withLock({ Self.take(&$0.after, line) }) { throw error }
        return response
    }

    private static func take(_ faults: inout [String: (NoticeBoardError, times: Int)], _ line: String) -> NoticeBoardError? {
        guard let (error, times) = faults[line], times > 0 else { return nil }
        faults[line] = (error, times - 1)
        return error
    }
}

extension Outbox where Draft == LinkDraftForm {
    /// Returns when a draft is gone or its status satisfies `isSo`.
    @discardableResult func until(_ id: LinkDraft.ID, _ isSo: (LinkDraft.Status?) -> Bool) async -> LinkDraft.Status? {
        await firstState { $0.isLoaded && isSo($0[id]?.status) }?[id]?.status
    }

    /// Returns when a draft has been sent.
    func sent(_ id: LinkDraft.ID) async { await until(id) { $0 == nil } }

    /// Begins a draft with this text.
    func newDraft(_ target: LinkDraftTarget, _ text: String) -> LinkDraft.ID {
        let id = newDraft(target)
        change(id) { $0.content = text }
        return id
    }
}

extension OutboxStatus {
    var refusal: NoticeBoardError.Code? { if case .refused(let error) = self { error.code } else { nil } }
}

extension Outbox.State {
    /// The number of drafts that wait, are being sent or are being searched for.
    var outgoing: Int { items.count { [.waiting, .sending, .unsure].contains($0.status) } }
}
