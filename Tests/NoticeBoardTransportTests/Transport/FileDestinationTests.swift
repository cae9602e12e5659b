import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardHTTP

@Suite("Responses stored in files", .serialized, .inTurn, .timeLimit(.minutes(1))) final class FileDestinationTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("destination-\(UUID().uuidString)")
    private let server: LoopbackServer

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        server = try LoopbackServer { request in
            .text(String(repeating: "ab", count: 500), status: request.target == "/missing" ? 404 : 200)
        }
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    private func request(_ target: String, to file: URL) throws -> HTTPRequest {
        HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: target, destination: file)
    }

    private func error(_ kind: TransportKind, to file: URL) async throws -> NoticeBoardError {
        let (asked, transport) = (try request("/", to: file), try kind.make())
        return try #require(await #expect(throws: NoticeBoardError.self) { try await transport.send(asked) })
    }

    @Test("Stores a success only in the file and a refusal only in memory", arguments: TransportKind.allCases)
    func kept(kind: TransportKind) async throws {
        let file = folder.appendingPathComponent("a")
        try Data(repeating: 7, count: 5_000).write(to: file)
        let transport = try kind.make()
        let response = try await transport.send(request("/", to: file))
        #expect(response.status == 200)
        #expect(response.body.isEmpty)
        #expect(response.file == file)
        #expect(try Data(contentsOf: file) == Data(String(repeating: "ab", count: 500).utf8))
        let fresh = folder.appendingPathComponent("b")
        let refused = try await transport.send(request("/missing", to: fresh))
        #expect(refused.status == 404)
        #expect(refused.file == nil)
        #expect(refused.body.count == 1_000)
        #expect(!FileManager.default.fileExists(atPath: fresh.path))
        _ = try await transport.send(request("/", to: fresh))
        #expect(try FileManager.default.attributesOfItem(atPath: fresh.path)[.posixPermissions] as? Int == 0o600)
    }

    @Test("An unusable destination throws the system's error without its path", arguments: TransportKind.allCases)
    func places(kind: TransportKind) async throws {
        let link = folder.appendingPathComponent("planted")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.appendingPathComponent("elsewhere"))
        let long = folder.appendingPathComponent(String(repeating: "a", count: 256))
        let none = folder.appendingPathComponent("planted2/a")
        for (file, code) in [(folder, POSIXErrorCode.EISDIR), (link, .ELOOP), (long, .ENAMETOOLONG), (none, .ENOENT)] {
            let error = try await error(kind, to: file)
            #expect(error.code == .fileUnavailable)
            #expect(error.remedy == .fixInput(.file))
            #expect(error.detail == "the file for the answer: open failed (error \(code.rawValue)).")
            #expect((error.underlying as? POSIXError)?.code == code)
            #expect(!"\(error)".contains("planted"))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("elsewhere").path))
    }

    #if os(Linux)
        @Test("A full disk throws storageFull", arguments: TransportKind.allCases)
        func full(kind: TransportKind) async throws {
            let error = try await error(kind, to: URL(fileURLWithPath: "/dev/full"))
            #expect(error.code == .storageFull)
            #expect(error.detail == "the file for the answer: write failed (error \(ENOSPC)).")
            #expect((error.underlying as? POSIXError)?.code == .ENOSPC)
        }

        @Test("A call cancelled before its response creates no file")
        func cancelled() throws {
            let settings = CurlSettings(
                trust: .system, proxy: nil, connectionsPerHost: 1, now: { 0 })
            for isCancelled in [true, false] {
                let call = TransportCall(try request("/", to: folder.appendingPathComponent("answer")))
                let transfer = CurlTransfer(call, settings)
                func take(_ line: String) -> Bool { unsafe Array(line.utf8).withUnsafeBytes { unsafe transfer.takeHeader($0) } }
                #expect(take("HTTP/1.1 200 OK\r\n"))
                if isCancelled { call.end(.failure(CancellationError())) }
                #expect(take("\r\n") == !isCancelled)
                #expect((transfer.refusal is CancellationError) == isCancelled)
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(names == (isCancelled ? [] : ["answer"]))
            }
        }
    #endif

    @Test("A failed download leaves no file") func steps() async throws {
        let client = APIClient(APIClient.Configuration(baseURL: server.url(), retry: .never))
        let taken = folder.appendingPathComponent("taken")
        try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: false)
        let put = await #expect(throws: NoticeBoardError.self) { try await client.download(.get("a"), to: taken) }
        let created = await #expect(throws: NoticeBoardError.self) {
            try await client.download(.get("a"), to: folder.appendingPathComponent("none/a"))
        }
        let address = try #require(URL(string: "https://host/a"))
        let refused = await #expect(throws: NoticeBoardError.self) { try await client.download(.get("a"), to: address) }
        let sentence = "the file for the answer: "
        #expect(put?.detail == sentence + "rename failed (error \(POSIXErrorCode.EISDIR.rawValue)).")
        #expect(created?.detail == sentence + "open failed (error \(POSIXErrorCode.ENOENT.rawValue)).")
        #expect(refused?.detail == "An answer is kept in a file: use a file URL.")
        #expect(refused?.remedy == .fixInput(.file))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["taken"])
        #expect(server.requests.count == 1)
    }

    @Test("Two downloads to one destination use separate partial files") func parts() throws {
        let destination = folder.appendingPathComponent("answer")
        let (first, second) = (try PartFile(for: destination), try PartFile(for: destination))
        #expect(first.url != second.url)
        try FileSink.keep(Data("first".utf8), in: first.url)
        try FileSink.keep(Data("second".utf8), in: second.url)
        try first.put()
        #expect(try Data(contentsOf: destination) == Data("first".utf8))
        try second.put()
        #expect(try Data(contentsOf: destination) == Data("second".utf8))
    }

    #if os(Linux)
        @Test("A download holds no file lock while it runs") func locks() async throws {
            let holdsLock = Locked<Bool?>(nil)
            let base = try #require(URL(string: "https://host"))
            let transport = StubTransport { [folder] _ in
                // `/proc/locks` names each lock by the inode number of its file.
                let inodes = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { name in
                    try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)[.systemFileNumber] as? Int
                }
                let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
                holdsLock.withLock { $0 = inodes.isEmpty || inodes.contains { locks.contains(":\($0 ?? 0) ") } }
                return .json("1")
            }
            try await APIClient(baseURL: base, transport: transport).download(.get("a"), to: folder.appendingPathComponent("a"))
            #expect(holdsLock.withLock { $0 } == false)
        }
    #endif

    /// Writes a file that was last modified `age` seconds ago.
    private func leave(_ name: String, age: Double) throws {
        let path = folder.appendingPathComponent(name).path
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
    }

    @Test("Sweeps partial files that are more than a day old") func sweeping() async throws {
        let names = [".noticeboard-a.part", ".noticeboard-a", "noticeboard-a.part", ".noticeboard-b.part.x", "a.part"]
        for name in names { try leave(name, age: 90_000) }
        let fresh = ".noticeboard-fresh.part"
        try leave(fresh, age: 80_000)
        let nested = folder.appendingPathComponent(".noticeboard-folder.part")
        try FileManager.default.createDirectory(at: nested, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -90_000)], ofItemAtPath: nested.path)
        let base = try #require(URL(string: "https://host"))
        let client = APIClient(baseURL: base, transport: StubTransport { _ in .json("1") })
        try await client.download(.get("a"), to: folder.appendingPathComponent("answer"))
        let left = Set(names.dropFirst() + [fresh, nested.lastPathComponent, "answer"])
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == left)
    }

    @Test("Lists a folder for partial files only once") func sweepingOnce() async throws {
        let base = try #require(URL(string: "https://host"))
        let destination = folder.appendingPathComponent("answer")
        try await APIClient(baseURL: base, transport: StubTransport { _ in .json("1") }).download(.get("a"), to: destination)
        try leave(".noticeboard-a.part", age: 90_000)
        try await APIClient(baseURL: base, transport: StubTransport { _ in .json("2") }).download(.get("a"), to: destination)
        #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(".noticeboard-a.part").path))
    }
}
