import Foundation
import NoticeBoardBase
import TestSupport
import Testing

@testable import NoticeBoardHTTP

@Suite("The kept part of a download", .serialized, .inTurn, .timeLimit(.minutes(1))) struct KeptPartTests {
    private let folder = ScratchFolder.url("kept-part")

    private func note(written: Int, validator: String = "\"a\"") -> KeptPart.Note {
        KeptPart.Note(request: "request", validator: validator, length: nil, written: written)
    }

    /// Takes a part of 100 bytes.
    private func part(_ files: FaultyFiles<POSIXFileSystem>) async throws -> KeptPart {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let part = try #require(try await KeptPart.take(for: folder.appendingPathComponent("file"), files: files))
        try Data(count: 100).write(to: part.url)
        return part
    }

    @Test("A note that is replaced is there at every step") func replaced() async throws {
        let files = FaultyFiles()
        let part = try await part(files)
        for step in 0..<100 {
            try part.write(note(written: 10))
            files.plan(FileFault(nil, step, EIO, failsAllLater: true))
            try? part.write(note(written: 20))
            let wasKilled = files.hits > 0
            files.plan()
            let written = part.note(for: "request")?.written
            #expect(written == 10 || written == 20, "step \(step)")
            guard wasKilled else { return }
        }
        Issue.record("There was no end of the steps.")
    }

    @Test("A shorter note leaves nothing of a longer one") func shorter() async throws {
        let part = try await part(FaultyFiles())
        try part.write(note(written: 10, validator: "\"\(String(repeating: "a", count: 1_000))\""))
        try part.write(note(written: 20))
        #expect(part.note(for: "request") == note(written: 20))
    }

    @Test("A version that is too long to be noted is not continued") func tooLong() async throws {
        let part = try await part(FaultyFiles())
        try part.write(note(written: 10))
        try part.write(note(written: 20, validator: "\"\(String(repeating: "a", count: 10_000))\""))
        #expect(part.note(for: "request") == nil)
    }
}
