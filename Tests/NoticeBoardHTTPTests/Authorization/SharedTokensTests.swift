import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

#if os(macOS) || os(Linux)
    /// Makes calls in another process, which fails if a call does.
    private func makeCalls(port: Int, path: String) async {
        await #expect(processExitsWith: .success) { [port = port as Int, path = path as String] in
            let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
            let folder = URL(fileURLWithPath: path)
            let plain = APIClient(baseURL: url)
            let session = TokenSession(store: FileTokenStore(directory: folder), sharedIn: folder) { old in
                let refresh = EndpointRequest.post("refresh", headers: ["Refresh": old.refreshToken ?? ""])
                return SharedTokensTests.credentials(try await plain.value(SharedTokensTests.Renewed.self, for: refresh).number)
            }
            try await session.restore()
            let client = plain.authorized(by: session)
            for _ in 1...40 {
                // The other process may use up a new token before this one has sent its call.
                do { try await client.response(for: .get("data")) } catch let error as NoticeBoardError {
                    guard error.code == .unauthorized, session.credentials != nil else { throw error }
                }
            }
        }
    }

    /// A session of two processes, like an app and its extension; stress-session has more.
    @Suite("Tokens shared by two processes", .serialized, .inTurn, .timeLimit(.minutes(1))) final class SharedTokensTests {
        /// A service whose access tokens allow three calls, and whose refresh tokens may be used once.
        private final class Service: Sendable {
            struct State {
                var number = 0
                var calls = 0
                var isRevoked = false
            }

            let state = Locked(State())

            func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
                state.withLock { state in
                    if request.target == "/refresh" {
                        // A token that is used twice was stolen: the account's sessions end.
                        if request.header("refresh") != "r\(state.number)" { state.isRevoked = true }
                        guard !state.isRevoked else { return .json("{}", status: 401) }
                        state.number += 1
                        state.calls = 0
                        return .json(#"{"number": \#(state.number)}"#)
                    }
                    guard !state.isRevoked, request.header("authorization") == "Bearer a\(state.number)", state.calls < 3 else {
                        return .json("{}", status: 401)
                    }
                    state.calls += 1
                    return .json("{}")
                }
            }
        }

        fileprivate struct Renewed: Decodable, Sendable { let number: Int }

        private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shared-\(UUID().uuidString)")

        deinit { try? FileManager.default.removeItem(at: folder) }

        fileprivate static func credentials(_ number: Int) -> Credentials {
            Credentials(accessToken: .bearer("a\(number)"), refreshToken: "r\(number)", account: "7")
        }

        @Test("Two processes renew the same tokens and stay signed in") func twoProcesses() async throws {
            let service = Service()
            let server = try LoopbackServer { service.answer($0) }
            defer { server.stop() }
            let store = FileTokenStore(directory: folder)
            try store.save(Self.credentials(0))
            let (port, path) = (server.port, folder.path)
            // Waiting for a process blocks a thread, and the server needs one of those that tasks share.
            async let app: Void = withOwnThread { await makeCalls(port: port, path: path) }
            async let appExtension: Void = withOwnThread { await makeCalls(port: port, path: path) }
            _ = await (app, appExtension)
            let state = service.state.withLock { $0 }
            #expect(!state.isRevoked)
            #expect(state.number > 20)
            #expect(try store.load() == Self.credentials(state.number))
        }
    }
#endif
