import TestSupport

#if os(Linux)
    import Foundation
    import NoticeBoardBase
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import Testing

    @Suite(
        "Curl commands in bash", .serialized, .inTurn, .trialLimit(minutes: 4),
        .enabled(if: Bash.hasCurl, "needs bash and curl on this machine"))
    struct CurlInBashTests {
        @Test("Hostile requests pasted into bash arrive as the SDK sends them") func arrival() async throws {
            let trials = RandomTrials()
            let server = try LoopbackServer { _ in .noContent }
            defer { server.stop() }
            let folder = ScratchFolder.url("bash")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let file = ScratchFolder.url("it's a body")
            try Data("file\r\n\0".utf8).write(to: file)
            let origin = try #require(HTTPOrigin(scheme: .http, host: "127.0.0.1", port: server.port))
            var hostile = HostileRequests(random: trials.random, origin: origin, file: file)
            let requests = (0..<trials.count(1_000)).map { hostile.next(number: $0) }

            let transport = SystemTransport()
            for request in requests { _ = try await transport.send(request) }
            let script = requests.map { "\($0.curlWithEverySecret) -s -S -o /dev/null\n" }.joined()
            let complaints = try await Bash.run(script, in: folder)
            #expect(complaints == "", "\(trials)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [], "\(trials)")

            let arrived = server.requests
            try #require(arrived.count == 2 * requests.count, "\(trials)")
            for (request, (sent, pasted)) in zip(requests, zip(arrived, arrived.dropFirst(requests.count))) {
                let line = request.curlWithEverySecret
                try #require(pasted.method == sent.method, "\(trials)\n\(line)")
                try #require(pasted.target == sent.target, "\(trials)\n\(line)")
                try #require(pasted.body == sent.body, "\(trials)\n\(line)")
                try #require(Self.fields(pasted, of: request) == Self.fields(sent, of: request), "\(trials)\n\(line)")
            }
        }

        @Test("A body that closes its quotes runs no command", arguments: HostileRequests.marks)
        func body(mark: String) async throws {
            let folder = ScratchFolder.url("bash")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let origin = try #require(HTTPOrigin(scheme: .http, host: "127.0.0.1", port: try LoopbackServer.refusingPort()))
            let body = HTTPBody.data(Data(#"{"text":"x'\#(mark); echo pwned > pwned; echo '\#(mark)"}"#.utf8))
            let request = HTTPRequest(method: .post, origin: origin, target: "/", body: body)
            _ = try await Bash.run(request.curlWithEverySecret + " -s\n", in: folder)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }

        /// The fields of the original request and the fields that describe its body, in order of arrival.
        private static func fields(_ request: LoopbackRequest, of original: HTTPRequest) -> [[String]] {
            let names = Set(original.headers.map(\.name)).union([.contentType, .contentLength])
            return names.map(\.text).sorted().map { name in
                [name] + request.values(of: name).map { Array($0.utf8).map { String($0) }.joined(separator: " ") }
            }
        }
    }

    private enum Bash {
        static let bash = "/bin/bash"
        static let hasCurl = [bash, "/usr/bin/curl"].allSatisfy(FileManager.default.isExecutableFile(atPath:))

        /// Runs a script as if typed in `folder`, and returns its output.
        static func run(_ script: String, in folder: URL) async throws -> String {
            let (file, errors) = (ScratchFolder.url("script"), ScratchFolder.url("errors"))
            try Data(script.utf8).write(to: file)
            try Data().write(to: errors)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: bash)
            process.arguments = ["--norc", "--noprofile", file.path]
            process.currentDirectoryURL = folder
            // Excludes the user's settings and proxies.
            process.environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"]
            let output = try FileHandle(forWritingTo: errors)
            process.standardError = output
            process.standardOutput = output
            // Waiting synchronously would block one of the few threads on which the server answers.
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                process.terminationHandler = { _ in continuation.resume() }
                do { try process.run() } catch { continuation.resume(throwing: error) }
            }
            return String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        }
    }
#endif
