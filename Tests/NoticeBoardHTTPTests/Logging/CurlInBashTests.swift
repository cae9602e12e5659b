import TestSupport

#if os(Linux)
    import Foundation
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import Testing

    @Suite(
        "Curl commands in bash", .inTurn, .timeLimit(.minutes(2)),
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "needs bash on this machine"))
    struct CurlInBashTests {
        @Test("1,000 hostile requests reach curl byte for byte") func arguments() async throws {
            let trials = RandomTrials()
            let file = ScratchFolder.url("it's a $(touch ran) body")
            try Data("file".utf8).write(to: file)
            var hostile = HostileRequests(random: trials.random, file: file)
            let requests = try (0..<trials.count(1_000)).map { _ in try hostile.next() }
            let folder = try makeFolder()
            let calls = try await arguments(of: requests.map(\.curl), in: folder)
            try #require(calls.count == requests.count, "\(trials)")
            for (request, arguments) in zip(requests, calls) {
                let expected = try expected(of: request, file)
                try #require(arguments == expected, "\(trials)\n\(request.curl)")
                try #require(request.curl.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "\(trials)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [], "\(trials)")
        }

        @Test("A body that closes its quotes runs no command", arguments: HostileRequests.marks)
        func body(mark: String) async throws {
            let body = HTTPBody.data(Data(#"{"text":"x'\#(mark); touch ran; echo '\#(mark)"}"#.utf8))
            let origin = try #require(HTTPOrigin(isSecure: false, host: "host"))
            let folder = try makeFolder()
            let request = HTTPRequest(method: .post, origin: origin, target: "/", body: body)
            let calls = try await arguments(of: [request.curl], in: folder)
            #expect(calls.count == 1)
            #expect(try calls.first?.last == body.bytes())
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }

        @Test("The double of curl shows what a line of a hostile kind would run") func double() async throws {
            let folder = try makeFolder()
            let calls = try await arguments(of: ["curl a'\n'b $(touch ran)"], in: folder)
            #expect(calls == [[Data("a\nb".utf8)]])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["ran"])
        }

        private func makeFolder() throws -> URL {
            let folder = ScratchFolder.url("bash")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            return folder
        }

        /// Returns the arguments that the command should have, by the manual of curl.
        private func expected(of request: HTTPRequest, _ file: URL) throws -> [Data] {
            var arguments: [[UInt8]] = []
            func append(_ texts: String...) { arguments += texts.map { Array($0.utf8) } }
            if request.method == .head { append("--head") } else { append("-X", request.method.rawValue) }
            append("--path-as-is", "--globoff", request.origin.text + request.target)
            let harmless: Set<HTTPHeaderName> = [
                .accept, .contentType, .retryAfter, .userAgent, .contentEncoding, .date, "Server",
            ]
            for field in request.headers where ![.contentLength, .transferEncoding, "Expect"].contains(field.name) {
                let isBlank = field.value.utf8.allSatisfy { $0 == 32 || $0 == 9 }
                if !harmless.contains(field.name) {
                    append("-H", "\(field.name): ...")
                } else {
                    append("-H", isBlank ? "\(field.name);" : "\(field.name): \(field.value)")
                }
            }
            guard let body = request.body else {
                if ["POST", "PUT", "PATCH"].contains(request.method.rawValue) { append("-H", "Content-Length: 0") }
                return arguments.map { Data($0) }
            }
            if request.headers[.contentType] == nil { append("-H", "Content-Type: application/octet-stream") }
            let bytes = Array(try body.bytes())
            if request.options.hasSecretBody || bytes.contains(0) {
                append("--data-raw", "... (\(bytes.count) bytes)")
            } else if try body == .file(file) {
                append("--data-binary", "@./" + file.lastPathComponent)
            } else {
                append("--data-raw")
                arguments.append(bytes)
            }
            return arguments.map { Data($0) }
        }

        /// Returns the arguments of each call of `curl` that the lines make, by a function that only prints them.
        ///
        /// History expansion is on, as in a terminal.
        private func arguments(of lines: [String], in folder: URL) async throws -> [[Data]] {
            let start = "set -o history -o histexpand\ncurl() { printf 'a%s\\0' \"$@\"; printf 'end\\0'; }\n"
            let output = try await Bash.run(start + lines.map { $0 + "\n" }.joined(), in: folder)
            var calls: [[Data]] = []
            var call: [Data] = []
            for word in output.split(separator: 0, omittingEmptySubsequences: false).dropLast() {
                if word.elementsEqual("end".utf8) {
                    calls.append(call)
                    call = []
                } else {
                    call.append(Data(word.dropFirst()))
                }
            }
            return calls
        }
    }

    private enum Bash {
        /// Runs a script in `folder` and returns what it printed, errors included.
        static func run(_ script: String, in folder: URL) async throws -> Data {
            let scriptFile = ScratchFolder.url("script")
            let outputFile = ScratchFolder.url("output")
            try Data(script.utf8).write(to: scriptFile)
            try Data().write(to: outputFile)
            let output = try FileHandle(forWritingTo: outputFile)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/bash")
            process.arguments = ["--norc", "--noprofile", scriptFile.path]
            process.currentDirectoryURL = folder
            process.environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"]
            process.standardOutput = output
            process.standardError = output
            // Waiting synchronously would block one of the threads that the tests share.
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                process.terminationHandler = { _ in continuation.resume() }
                do { try process.run() } catch { continuation.resume(throwing: error) }
            }
            return try Data(contentsOf: outputFile)
        }
    }
#endif
