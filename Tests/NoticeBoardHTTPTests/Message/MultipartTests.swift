import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Multipart", .serialized, .inTurn, .timeLimit(.minutes(1))) struct MultipartTests {
    /// The encoded body of a request with `parts`.
    private func bytes(_ parts: [Multipart.Part]) throws -> Data {
        var multipart = Multipart(parts)
        multipart.boundary = "XYZ"
        return try #require(try request(multipart).body).bytes()
    }

    private func request(_ multipart: Multipart) throws -> HTTPRequest {
        let builder = RequestBuilder(baseURL: try #require(URL(string: "https://host")))
        return try builder.request(for: .post("post", body: .multipart(multipart)))
    }

    private func file(_ bytes: Data) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("multipart-\(UUID().uuidString)")
        try bytes.write(to: url)
        return url
    }

    @Test("Encodes parts byte for byte as browsers do") func exact() throws {
        let picture = try file(Data([0xFF, 0x00, 0x0D, 0x0A, 0x2D, 0x2D]))
        defer { try? FileManager.default.removeItem(at: picture) }
        let body = try bytes([
            .text("title", "제목"), .text("empty", ""),
            .data("file", Data("a\r\n".utf8), fileName: "a.txt", contentType: "text/plain"),
            .file("file", picture, fileName: "b.png", contentType: "image/png"),
        ])
        var expected = Data(
            """
            --XYZ\r
            Content-Disposition: form-data; name="title"\r
            \r
            제목\r
            --XYZ\r
            Content-Disposition: form-data; name="empty"\r
            \r
            \r
            --XYZ\r
            Content-Disposition: form-data; name="file"; filename="a.txt"\r
            Content-Type: text/plain\r
            \r
            a\r
            \r
            --XYZ\r
            Content-Disposition: form-data; name="file"; filename="b.png"\r
            Content-Type: image/png\r
            \r

            """.utf8)
        expected += Data([0xFF, 0x00, 0x0D, 0x0A, 0x2D, 0x2D]) + Data("\r\n--XYZ--\r\n".utf8)
        #expect(body == expected)
    }

    @Test("A body without parts contains only the final boundary") func noParts() throws {
        #expect(try bytes([]) == Data("--XYZ--\r\n".utf8))
    }

    @Test(
        "Names cannot break out of their quotes or line",
        arguments: [
            ("a\"b", "a%22b"), ("a\r\nX: y", "a%0D%0AX: y"), ("a\\", "a%5C"), ("a\0", "a%00"), ("사진.png", "사진.png"),
            ("a;b=c", "a;b=c"), ("100%", "100%"), ("\u{7F}\t", "%7F%09"), ("", ""),
        ])
    func hostileNames(name: String, expected: String) throws {
        let text = String(decoding: try bytes([.data(name, Data(), fileName: name, contentType: "a/b")]), as: UTF8.self)
        let line = "Content-Disposition: form-data; name=\"\(expected)\"; filename=\"\(expected)\"\r\n"
        #expect(text == "--XYZ\r\n\(line)Content-Type: a/b\r\n\r\n\r\n--XYZ--\r\n")
    }

    @Test("Refuses a content type with a line break") func hostileType() throws {
        let error = #expect(throws: NoticeBoardError.self) {
            try bytes([.data("a", Data(), fileName: "a", contentType: "a/b\r\nX: y")])
        }
        #expect(error?.code == .invalidInput)
    }

    @Test("The content type declares a new boundary for each request") func boundaries() throws {
        let types = try (0..<2).map { _ in try #require(try request(Multipart([.text("a", "b")])).headers[.contentType]) }
        #expect(types.allSatisfy { $0.hasPrefix("multipart/form-data; boundary=NoticeBoard-") && $0.utf8.count <= 100 })
        #expect(types[0] != types[1])
    }

    @Test("Refuses a part that is not a regular file, without naming its path") func noFile() throws {
        let folder = FileManager.default.temporaryDirectory
        for url in [folder, folder.appendingPathComponent("secret-\(UUID())"), URL(fileURLWithPath: "/dev/zero")] {
            let error = #expect(throws: NoticeBoardError.self) { try bytes([.file("a", url)]) }
            #expect(error?.code == .fileUnavailable)
            #expect(error.map { !String(reflecting: $0).contains("secret") } == true)
        }
    }

    @Test("A reader returns every byte for any step size", arguments: [1, 7, 64, 100_000])
    func reader(step: Int) throws {
        let content = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
        let url = try file(content)
        defer { try? FileManager.default.removeItem(at: url) }
        let body = try #require(try request(Multipart([.file("a", url), .text("b", "c"), .file("d", url)])).body)
        let reader = body.reader()
        var read = Data()
        while let next = try reader.read(upTo: step) {
            #expect(1...step ~= next.count)
            read += next
        }
        #expect(try read == body.bytes())
        #expect(read.count == body.length)
    }

    @Test("A body can be read again from the beginning") func again() throws {
        let body = try #require(try request(Multipart([.text("a", "b")])).body)
        #expect(try body.bytes() == body.bytes())
    }

    @Test("Sends the whole body with its length") func overSocket() async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        defer { server.stop() }
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let url = try file(content)
        defer { try? FileManager.default.removeItem(at: url) }
        let received = Locked<[HTTPProgress.Update]>([])
        var multipart = Multipart([
            .text("title", "제목"), .file("file", url, fileName: "a.bin"), .data("x", content, fileName: "b", contentType: "a/b"),
        ])
        multipart.boundary = "XYZ"
        let endpoint = EndpointRequest.post("post", body: .multipart(multipart)).with {
            $0.options.progress = HTTPProgress { update in received.withLock { $0.append(update) } }
        }
        _ = try await APIClient(APIClient.Configuration(baseURL: server.url())).response(for: endpoint)
        let expected = try #require(try request(multipart).body).bytes()
        let request = try #require(server.requests.first)
        #expect(request.body == expected)
        #expect(!request.isChunked)
        #expect(request.values(of: "content-length") == ["\(expected.count)"])
        #expect(request.header("transfer-encoding") == nil)
        #expect(received.withLock { $0.contains { $0.sent == expected.count && $0.toSend == expected.count } })
    }

    @Test("A redirect and a retry send the body again") func sentAgain() async throws {
        let server = try LoopbackServer { request in
            switch request.number {
            case 1: .redirect(to: "/other", status: 307)
            case 2: .response(503)
            default: .json("{}")
            }
        }
        defer { server.stop() }
        let url = try file(Data(repeating: 65, count: 100_000))
        defer { try? FileManager.default.removeItem(at: url) }
        var configuration = APIClient.Configuration(baseURL: server.url())
        configuration.random = { 0 }
        let endpoint = EndpointRequest.put("post", body: .multipart(Multipart([.file("file", url)])))
        _ = try await APIClient(configuration).response(for: endpoint)
        #expect(server.requests.map(\.target) == ["/post", "/other", "/post"])
        #expect(Set(server.requests.map(\.body)).count == 1)
    }

    @Test(
        "Changing a file during its upload fails the call, removing or replacing it does not",
        arguments: 0..<5)
    func changing(way: Int) async throws {
        let url = try file(Data())
        defer { try? FileManager.default.removeItem(at: url) }
        try FileHandle(forWritingTo: url).truncate(atOffset: 64 << 20)
        // The server reads nothing before the gate opens, and the file exceeds all buffers in between.
        let gate = Gate()
        let server = try LoopbackServer(onConnect: .json("{}").held(at: gate))
        defer { server.stop() }
        let client = APIClient(APIClient.Configuration(baseURL: server.url(), retry: .never))
        let (sent, received) = AsyncStream<Int>.makeStream()
        let endpoint = EndpointRequest.post("post", body: .multipart(Multipart([.text("first", "x"), .file("file", url)])))
            .with { $0.options.progress = HTTPProgress { received.yield($0.sent) } }
        let call = Task { try await client.response(for: endpoint) }
        // More than the head was sent: the file is open.
        for await count in sent where count > 1000 { break }
        Self.change(url, way)
        gate.open()
        do {
            #expect(try await call.value.status == 200)
            // An open file keeps its content when its name is removed or reused.
            #expect(way >= 3)
        } catch let error as NoticeBoardError {
            #expect(error.code == .fileUnavailable)
            #expect(way < 3)
        }
    }

    #if os(Linux)
        @Test("Uploads 300 MB files with less than 20 MB of memory growth") func flatMemory() async {
            await #expect(processExitsWith: .success) {
                let size = 300 << 20
                let url = FileManager.default.temporaryDirectory.appendingPathComponent("large-\(UUID().uuidString)")
                try Data().write(to: url)
                defer { try? FileManager.default.removeItem(at: url) }
                try FileHandle(forWritingTo: url).truncate(atOffset: UInt64(size))
                let sent = Locked(0)
                func send(_ parts: [Multipart.Part]) async throws {
                    // Answers once on connecting, then reads to the end and keeps nothing.
                    let server = try LoopbackServer(onConnect: .json("{}").preceded(by: 100))
                    let client = APIClient(APIClient.Configuration(baseURL: server.url(), retry: .never))
                    let endpoint = EndpointRequest.post("post", body: .multipart(Multipart(parts))).with {
                        $0.options.progress = HTTPProgress { update in sent.withLock { $0 = update.sent } }
                    }
                    _ = try await client.response(for: endpoint)
                }
                // The memory that any request needs.
                try await send([.text("a", "b")])
                let before = try Self.peak()
                try await send([.text("a", "b"), .file("file", url), .file("again", url)])
                let growth = try Self.peak() - before
                try #require(sent.withLock { $0 } > 2 * size, "sent \(sent.withLock { $0 })")
                try #require(growth < 20 << 20, "grew by \(growth) bytes")
            }
        }

        /// The peak memory of this process in bytes.
        private static func peak() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            return try #require(Int(line.filter(\.isNumber))) << 10
        }
    #endif

    @Test("A file changed between two attempts throws instead of mixing contents") func changedBetween() throws {
        for way in 0..<5 {
            let url = try file(Data(repeating: 65, count: 1000))
            defer { try? FileManager.default.removeItem(at: url) }
            let body = try #require(try request(Multipart([.file("file", url)])).body)
            _ = try body.bytes()
            Self.change(url, way)
            let error = #expect(throws: NoticeBoardError.self) { try body.bytes() }
            #expect(error?.code == .fileUnavailable)
        }
    }

    private static func change(_ url: URL, _ way: Int) {
        do {
            switch way {
            case 0:
                let handle = try FileHandle(forWritingTo: url)
                try handle.seekToEnd()
                try handle.write(contentsOf: Data("more".utf8))
            case 1: try FileHandle(forWritingTo: url).truncate(atOffset: 10)
            case 2: try FileHandle(forWritingTo: url).write(contentsOf: Data("B".utf8))
            case 3:
                try FileManager.default.removeItem(at: url)
                try Data(repeating: 66, count: 1000).write(to: url)
            default: try FileManager.default.removeItem(at: url)
            }
        } catch {
            Issue.record(error)
        }
    }
}
