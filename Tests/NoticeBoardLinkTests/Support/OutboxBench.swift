import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

/// A service in the process, a folder of the test's own, and outboxes of one launch after the other.
final class OutboxBench: Sendable {
    let simulator = LinkSimulator(posts: 8)
    let folder = ScratchFolder.url("drafts")
    let clock = ManualClock()
    let network: UnsteadyNetwork
    private let systems = Locked<[FaultyFiles<POSIXFileSystem>]>([])

    init() { network = UnsteadyNetwork(simulator) }

    deinit {
        // What an outbox is still writing would stand in the folder again.
        for files in systems.withLock({ $0 }) { files.fail(0, forGood: true) }
        try? FileManager.default.removeItem(at: folder)
    }

    func session(_ account: Int = 1, _ scope: AccountScope = AccountScope()) async throws -> LinkSession {
        var configuration = LinkClient.Configuration(baseURL: PictureBench.url, key: simulator.key, productID: simulator.product)
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

    /// The clock, but for the half second before what was typed is written.
    private var time: TimeSource {
        TimeSource(now: clock.time.now) { [clock] seconds in if seconds > 0.5 { try await clock.time.sleep(seconds) } }
    }

    /// The posts that somebody wrote with this text, by the service.
    func posts(_ text: String) -> [SimulatedLinkPost] { simulator.posts.filter { $0.fields["content"] == text } }

    /// What was sent of a form but for its files, which are gone by now.
    static func texts(of body: HTTPBody?) -> Data {
        (body?.pieces ?? []).reduce(Data()) { sum, piece in if case .data(let data) = piece { sum + data } else { sum } }
    }

    /// Every file of drafts below the folder, by its name.
    var files: [String] {
        (FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? [])
            .filter { $0.contains("/") }.map { String($0.split(separator: "/")[1]) }.sorted()
    }

    /// Returns when there is none left.
    func untilEmpty() async { await until { files.isEmpty } }
    /// Returns when `isSo` after some call of the newest outbox to the disk.
    func until(isolation: isolated (any Actor)? = #isolation, _ isSo: () -> Bool) async {
        await systems.withLock { $0.last }?.until(isSo)
    }

    /// Runs `work` with a copy of the folder, and with the place of the drafts in it.
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

/// A network that fails as a test says: before a request reaches the service, or after it was answered.
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

    /// Whether nothing reaches anybody.
    func down(_ error: NoticeBoardError?) { content.withLock { $0.down = error } }
    /// Lets requests of a line end before the service sees them.
    func loseRequests(_ line: String, _ code: NoticeBoardError.Code, times: Int = 1) {
        content.withLock { $0.before[line] = (NoticeBoardError(code), times) }
    }
    /// Lets the answers to requests of a line get lost.
    func loseAnswers(_ line: String, _ code: NoticeBoardError.Code = .connectionLost, times: Int = 1) {
        content.withLock { $0.after[line] = (NoticeBoardError(code), times) }
    }

    /// Loses the next request of a line, or the answer to it, and runs `work` before anybody knows.
    func after(_ line: String, isStored: Bool, _ work: @escaping @Sendable (UnsteadyNetwork) -> Void) {
        content.withLock { $0.then = (line, isStored, work) }
    }

    /// Holds the answers to requests of a line, which the service has carried out.
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
            // Arrives, and goes on at once: the task is cancelled.
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

extension LinkOutbox {
    /// Returns when a draft is gone, or stands as it is said to.
    @discardableResult func until(_ id: LinkDraft.ID, _ isSo: (LinkDraft.Status?) -> Bool) async -> LinkDraft.Status? {
        await firstState { $0.isLoaded && isSo($0[id]?.status) }?[id]?.status
    }

    /// Returns when a draft was sent.
    func sent(_ id: LinkDraft.ID) async { await until(id) { $0 == nil } }

    /// Begins a draft with this text.
    func begin(_ target: LinkDraftTarget, _ text: String) -> LinkDraft.ID {
        let id = begin(target)
        change(id) { $0.content = text }
        return id
    }
}

extension LinkDraft.Status {
    var refusal: NoticeBoardError.Code? { if case .refused(let error) = self { error.code } else { nil } }
}
