import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardPictures
import NoticeBoardTesting
import TestSupport
import Testing

/// A service with a picture at every path, sessions of its accounts, and a temporary folder.
final class PictureFixture: Sendable {
    let folder = ScratchFolder.url("pictures")
    let stub: StubTransport
    /// Holds every picture request.
    let gate = Locked<Gate?>(nil)
    /// Every request that is cancelled at its gate arrives here.
    let left = Gate()
    /// Responses that replace the service's own pictures, by path.
    let instead = Locked<[String: Data]>([:])
    /// The number of picture requests.
    let count = Locked(0)

    init() {
        let (gate, left, instead, count) = (gate, left, instead, count)
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
            let path = String(request.path.dropFirst()).removingPercentEncoding ?? ""
            return HTTPResponse(status: 200, body: instead.withLock { $0[path] } ?? Self.picture(path))
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

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
    func pictures(_ session: LinkSession) throws -> LinkPictures {
        try #require(session.pictures(in: folder))
    }

    /// Returns the pictures of another launch.
    func launch(_ email: String = "first@example.com") async throws -> LinkPictures { try pictures(try await session(email)) }

    /// The paths of all files below the folder.
    var files: [String] {
        (FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []).filter { $0.contains("/") }.sorted()
    }
}
