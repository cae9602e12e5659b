import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite("HTTPBody and its reader", .serialized, .inTurn, .timeLimit(.minutes(1))) final class HTTPBodyTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("body-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func file(_ text: String, _ name: String = "file") throws -> URL {
        let url = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return url
    }

    /// The pieces read from a body in steps of `step` bytes.
    private func read(_ body: HTTPBody, by step: Int) throws -> [String] {
        let reader = body.reader()
        var pieces: [String] = []
        while let next = try reader.read(upTo: step) { pieces.append(String(decoding: next, as: UTF8.self)) }
        #expect(try reader.read(upTo: step) == nil)
        return pieces
    }

    @Test("Reads a body in order, in pieces of at most the requested size")
    func pieces() throws {
        let data = Data("xabcde".utf8).dropFirst()
        let snapshot = try FileSnapshot(try file("1234567"))
        let empty = try FileSnapshot(try file("", "empty"))
        let body = HTTPBody.pieces([
            .data(Data()), .data(data), .file(empty), .file(snapshot), .data(Data()), .data(Data("!".utf8)),
        ])
        #expect(try read(body, by: 3) == ["abc", "de", "123", "456", "7", "!"])
        #expect(try read(body, by: 7) == ["abcde", "1234567", "!"])
        for step in [1, 0, -5] { #expect(try read(body, by: step) == "abcde1234567!".map(String.init)) }
        #expect(body.length == 13)
        #expect(try body.bytes() == Data("abcde1234567!".utf8))
        #expect("\(body)" == "13 bytes")
        #expect("\(snapshot)" == "a file of 7 bytes")
    }

    @Test("Reports the length of bodies in memory and in files") func whole() throws {
        let url = try file("가나")
        #expect(try HTTPBody.data(Data("가나".utf8)).bytes() == HTTPBody.file(url).bytes())
        #expect(try HTTPBody.file(url).length == 6)
        #expect(try HTTPBody.data(Data()).bytes().isEmpty)
        #expect("\(HTTPBody.data(Data(count: 5)))" == "5 bytes")
        #expect(try read(.pieces([]), by: 5).isEmpty)
        #expect(try read(.data(Data()), by: 5).isEmpty)
        let large = Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) })
        try large.write(to: url)
        #expect(try HTTPBody.file(url).bytes() == large)
        #expect(try HTTPBody.data(large).bytes() == large)
    }

    @Test("Refuses to read anything that is not a regular file") func noFile() throws {
        let pipe = folder.appendingPathComponent("pipe")
        #expect(unsafe mkfifo(pipe.path, 0o600) == 0)
        let address = try #require(URL(string: "https://host\(try file("x").path)"))
        let none = folder.appendingPathComponent("none")
        for url in [folder, pipe, URL(fileURLWithPath: "/dev/null"), address, none] {
            let snapshot = #expect(throws: NoticeBoardError.self) { try FileSnapshot(url) }
            let read = #expect(throws: NoticeBoardError.self) { try HTTPBody.file(url) }
            for error in [snapshot, read] {
                #expect(error?.code == .fileUnavailable)
                #expect(error?.detail == "A file of the body cannot be read.")
                #expect(error?.remedy == .fixInput(.file))
            }
        }
    }

    @Test("Throws when a file changes before or during reading")
    func changed() throws {
        let url = try file("12345678")
        func reading(_ change: (HTTPBodyReader) throws -> Void) throws -> NoticeBoardError? {
            try Data("12345678".utf8).write(to: url)
            let reader = HTTPBody.pieces([.data(Data("a".utf8)), .file(try FileSnapshot(url))]).reader()
            #expect(try reader.read(upTo: 9) == Data("a".utf8))
            try change(reader)
            return #expect(throws: NoticeBoardError.self) { while try reader.read(upTo: 4) != nil {} }
        }
        let longer = try reading { _ in try Data("123456789".utf8).write(to: url) }
        let shorter = try reading { _ in try Data("1234567".utf8).write(to: url) }
        let grown = try reading { reader in
            _ = try reader.read(upTo: 4)
            let handle = try FileHandle(forWritingTo: url)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("9".utf8))
        }
        let cut = try reading { reader in
            _ = try reader.read(upTo: 4)
            try FileHandle(forWritingTo: url).truncate(atOffset: 4)
        }
        for error in [longer, shorter, grown, cut] {
            #expect(error?.code == .fileUnavailable)
            #expect(error?.remedy == .retry(after: nil))
            #expect(error?.detail == "A file of the body was changed while it was sent.")
        }
        let gone = try reading { _ in try FileManager.default.removeItem(at: url) }
        #expect(gone?.detail == "A file of the body cannot be read.")
        let empty = try FileSnapshot(try file("", "empty"))
        try Data("x".utf8).write(to: empty.url)
        #expect(throws: NoticeBoardError.self) { try HTTPBody.pieces([.file(empty)]).bytes() }
    }

    #if os(Linux)
        /// An empty sparse file of the maximum length, or `nil` if the system does not support it.
        private static func endless() -> URL? {
            let file = URL(fileURLWithPath: "/dev/shm/body-\(UUID().uuidString)")
            let descriptor = unsafe open(file.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
            defer { close(descriptor) }
            if descriptor >= 0, ftruncate(descriptor, off_t.max) == 0 { return file }
            unsafe unlink(file.path)
            return nil
        }

        private static let isEndlessPossible: Bool = {
            let file = endless()
            if let file { unsafe unlink(file.path) }
            return file != nil
        }()

        @Test(
            "Refuses a body longer than Int.max before sending", .enabled(if: isEndlessPossible),
            arguments: TransportKind.allCases)
        func uncountable(kind: TransportKind) async throws {
            let file = try #require(Self.endless())
            defer { unsafe unlink(file.path) }
            let server = try LoopbackServer { _ in .json("{}") }
            defer { server.stop() }
            let pieces = HTTPBody.pieces([.data(Data("a".utf8)), .file(try FileSnapshot(file))])
            let form = EndpointRequest.post("a", body: .multipart(Multipart([.file("f", file)])))
            let client = APIClient(APIClient.Configuration(baseURL: server.url()), transport: try kind.make())
            let sent = await #expect(throws: NoticeBoardError.self) { try await client.response(for: form) }
            #expect(sent?.code == .invalidInput)
            #expect(sent?.remedy == .fixInput(.body))
            #expect(sent?.detail == "The body is longer than an integer counts.")
            #expect(pieces.length == Int.max)
            #expect(server.requests.isEmpty)
        }

        @Test("The reader leaves no file open") func closing()
            throws
        {
            let url = try file("12345678").resolvingSymlinksInPath()
            func open() -> Int {
                let folder = "/proc/self/fd/"
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                return names.filter { name in
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + name)) == url.path
                }.count
            }
            let body = HTTPBody.pieces([.file(try FileSnapshot(url)), .data(Data("a".utf8))])
            #expect(open() == 0)
            var reader: HTTPBodyReader? = body.reader()
            _ = try reader?.read(upTo: 3)
            #expect(open() == 1)
            reader = nil
            #expect(open() == 0)
            reader = body.reader()
            _ = try reader?.read(upTo: 8)
            #expect(try reader?.read(upTo: 8) == Data("a".utf8))
            #expect(open() == 0)
            try Data("1".utf8).write(to: url, options: [])
            #expect(throws: NoticeBoardError.self) { try body.bytes() }
            #expect(open() == 0)
        }
    #endif
}
