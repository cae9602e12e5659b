import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

/// A service with a picture at every path, sessions of its accounts, and a temporary folder.
final class PictureFixture: Sendable {
    let folder = ScratchFolder.url("pictures")
    let time = Locked(Date().timeIntervalSince1970)
    let stub: StubTransport
    /// Holds every picture request.
    let gate = Locked<Gate?>(nil)
    /// Every request that is cancelled at its gate arrives here.
    let left = Gate()
    /// Holds the response to every picture request, even if its caller has cancelled.
    let late = Locked<Gate?>(nil)
    /// Responses that replace the service's own pictures, by path.
    let instead = Locked<[String: Data]>([:])
    /// The number of picture requests.
    let count = Locked(0)
    private let systems = Locked<[FaultyFiles<POSIXFileSystem>]>([])

    init() {
        let (gate, left, late, instead, count) = (gate, left, late, instead, count)
        stub = StubTransport { request in
            if request.path == "/login" {
                let email = String(decoding: try request.body?.bytes() ?? Data(), as: UTF8.self)
                let second = LinkSample.login.replacingOccurrences(of: "u1", with: "u2")
                return .json(email.contains("second") ? second : LinkSample.login)
            }
            count.withLock { $0 += 1 }
            do { try await gate.withLock { $0 }?.pass() } catch {
                // Counts an arrival. The task is cancelled, so it doesn't wait.
                try? await left.pass()
                throw error
            }
            if let late = late.withLock({ $0 }) { await Task.detached { try? await late.pass() }.value }
            let path = String(request.path.dropFirst()).removingPercentEncoding ?? ""
            return HTTPResponse(status: 200, body: instead.withLock { $0[path] } ?? Self.picture(path))
        }
    }

    deinit {
        // Pending writes and evictions would recreate the folder.
        for files in systems.withLock({ $0 }) { files.fail(0, failsAllLater: true) }
        try? FileManager.default.removeItem(at: folder)
    }

    static let url = URL(string: "http://127.0.0.1") ?? URL(fileURLWithPath: "/")

    /// Returns the picture of a path, which is always the same.
    static func picture(_ path: String) -> Data {
        let seed = path.utf8.reduce(7) { ($0 &* 31) &+ UInt64($1) }
        return PictureBuilder.jpeg(width: 20, height: 20, bytes: 200 + Int(seed % 1_800), seed: seed)
    }

    /// The paths of all picture requests so far.
    var asked: [String] { stub.requests.map { String($0.path) }.filter { $0 != "/login" } }

    func session(_ email: String = "first@example.com") async throws -> LinkSession {
        let session = LinkSession(LinkSample.configuration(Self.url), transport: stub)
        try await session.signIn(email: email, password: "password")
        return session
    }

    /// Returns the pictures of a session; another launch uses its own session.
    func pictures(
        _ session: LinkSession, onDisk: Bool = true, _ limits: LinkPictureLimits = .init(),
        files: FaultyFiles<POSIXFileSystem> = FaultyFiles(), in other: URL? = nil
    ) throws -> LinkPictures {
        systems.withLock { $0.append(files) }
        let root = onDisk ? (other ?? folder).path : nil
        let pictures = session.pictures(limits.memoryBytes) { [time] user in
            root.map { root in
                PictureDisk(root, account: user, limit: limits.diskBytes, age: limits.age, files: files) { time.withLock { $0 } }
            }
        }
        return try #require(pictures)
    }

    /// Returns the pictures of another launch.
    func launch(_ email: String = "first@example.com", _ limits: LinkPictureLimits = .init()) async throws -> LinkPictures {
        try pictures(try await session(email), limits)
    }

    /// The paths of all files below the folder.
    var files: [String] {
        (FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []).filter { $0.contains("/") }.sorted()
    }
}

/// The limits of the picture caches.
struct LinkPictureLimits: Sendable {
    var memoryBytes = 32 << 20
    var diskBytes = 256 << 20
    var age = 30 * 86_400.0
}
