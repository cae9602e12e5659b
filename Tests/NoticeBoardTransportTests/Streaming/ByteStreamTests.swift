import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Byte streams", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ByteStreamTests {
    /// A stream with these pieces, ended with `error`.
    private func stream(_ pieces: String..., error: NoticeBoardError? = nil) -> HTTPByteStream {
        let (stream, writer) = HTTPByteStream.makeStream()
        for piece in pieces { writer.write(Data(piece.utf8)) }
        writer.finish(throwing: error)
        return stream
    }

    private func error(_ work: () async throws -> Void) async -> NoticeBoardError? {
        await #expect(throws: NoticeBoardError.self) { try await work() }
    }

    @Test("A piece has at most 16 KB") func pieceSize() async throws {
        let data = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        var (read, sizes): (Data, [Int]) = (Data(), [])
        for try await piece in HTTPByteStream(data) {
            read += piece
            sizes.append(piece.count)
        }
        #expect(read == data)
        #expect(sizes.allSatisfy { $0 <= 16 << 10 })
    }

    @Test("Delivers received pieces, then the error once, then nil") func errorLast() async throws {
        let iterator = stream("a", error: NoticeBoardError(.connectionLost, "")).makeAsyncIterator()
        #expect(try await iterator.next() == Data("a".utf8))
        #expect(await error { _ = try await iterator.next() }?.code == .connectionLost)
        #expect(try await iterator.next() == nil)
    }

    @Test("A second iterator throws") func secondIterator() async throws {
        let stream = stream("a")
        let first = stream.makeAsyncIterator()
        let second = stream.makeAsyncIterator()
        #expect(await error { _ = try await second.next() }?.code == .invalidInput)
        #expect(try await first.next() == Data("a".utf8))
    }

    @Test("A second concurrent read throws") func secondTask() async throws {
        let (stream, writer) = HTTPByteStream.makeStream()
        let iterator = stream.makeAsyncIterator()
        let results = await withTaskGroup(of: Result<Data?, any Error>.self) { group in
            for _ in 0..<2 {
                group.addTask { do { return .success(try await iterator.next()) } catch { return .failure(error) } }
            }
            var results: [Result<Data?, any Error>] = []
            for await result in group {
                results.append(result)
                writer.finish()
            }
            return results
        }
        #expect(throws: NoticeBoardError.self) { try results[0].get() }
        #expect(try results[1].get() == nil)
    }

    @Test("Leaving the loop cancels the transfer while the stream is in scope") func leaving() async throws {
        let gate = Gate()
        let (stream, writer) = HTTPByteStream.makeStream(onCancel: { gate.open() })
        writer.write(Data("a".utf8))
        for try await _ in stream { break }
        try await gate.pass()
        withExtendedLifetime(stream) {}
        #expect(!writer.write(Data("b".utf8)))
    }

    @Test("Dropping the stream cancels the transfer") func dropping() async throws {
        let gate = Gate()
        do { _ = HTTPByteStream.makeStream(onCancel: { gate.open() }).stream }
        try await gate.pass()
    }

    @Test("Cancelling the task ends a read at once") func cancelling() async throws {
        let (stream, writer) = HTTPByteStream.makeStream()
        let task = Task { for try await _ in stream {} }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!writer.write(Data("b".utf8)))
    }

    @Test("Pauses the sender above 512 KB until half is read") func backPressure() async throws {
        let gate = Gate()
        let (stream, writer) = HTTPByteStream.makeStream(onResume: { gate.open() })
        let chunk = Data(count: 64 << 10)
        var written = 0
        repeat { written += chunk.count } while writer.write(chunk)
        #expect(written == 576 << 10)
        let iterator = stream.makeAsyncIterator()
        var read = 0
        while !gate.isOpen { read += try await iterator.next()?.count ?? 0 }
        #expect(written - read <= 256 << 10)
    }

    @Test("Splits lines at LF, CR, CRLF and the end of the body") func lines() async throws {
        var lines: [String] = []
        for try await line in stream("\u{FEFF}a\nb", "\r\n\rc\r", "\nlast").lines() { lines.append(line) }
        #expect(lines == ["a", "b", "", "c", "last"])
    }

    @Test("A line cut off by an error is not delivered") func cutLine() async throws {
        let lines = stream("a\nhalf", error: NoticeBoardError(.connectionLost, "")).lines().makeAsyncIterator()
        #expect(try await lines.next() == "a")
        #expect(await error { _ = try await lines.next() }?.code == .connectionLost)
        #expect(try await lines.next() == nil)
    }

    @Test("A line beyond the limit ends the transfer after the lines before it") func longLine() async throws {
        let (stream, writer) = HTTPByteStream.makeStream()
        writer.write(Data("ok\n0123456789".utf8))
        let lines = stream.lines(limit: 9).makeAsyncIterator()
        #expect(try await lines.next() == "ok")
        #expect(await error { _ = try await lines.next() }?.code == .responseTooLarge)
        #expect(!writer.write(Data("x".utf8)))
    }

    @Test("Limits an event's data even if each line is short") func longEvent() async throws {
        let events = stream("data: 1\n\n", String(repeating: "data: 12345\n", count: 10)).events(limit: 50).makeAsyncIterator()
        #expect(try await events.next() == ServerEvent(data: "1"))
        #expect(await error { _ = try await events.next() }?.code == .responseTooLarge)
        #expect(try await events.next() == nil)
    }

    @Test("Events end with the body") func events() async throws {
        var events: [ServerEvent] = []
        for try await event in stream("id: 7\nevent: new\ndata: a\nda", "ta: b\n\n: ping\n\ndata: cut").events() {
            events.append(event)
        }
        #expect(events == [ServerEvent(name: "new", data: "a\nb", id: "7")])
    }

    @Test("Only the first of two concurrent reads gets a line") func secondTaskOfLines() async throws {
        let (stream, writer) = HTTPByteStream.makeStream()
        let lines = stream.lines().makeAsyncIterator()
        let results = await withTaskGroup(of: Result<String?, any Error>.self) { group in
            for _ in 0..<2 {
                group.addTask { do { return .success(try await lines.next()) } catch { return .failure(error) } }
            }
            var results: [Result<String?, any Error>] = []
            for await result in group {
                results.append(result)
                writer.write(Data("a\n".utf8))
            }
            return results
        }
        #expect(throws: NoticeBoardError.self) { try results[0].get() }
        #expect(try results[1].get() == "a")
    }

    @MainActor private final class Screen {
        let events: ServerEvents.AsyncIterator
        init(_ events: ServerEvents) { self.events = events.makeAsyncIterator() }
        func next() async throws -> ServerEvent? { try await events.next() }
    }

    @Test("An object on the main actor can keep an iterator") @MainActor func keptIterator() async throws {
        let screen = Screen(stream("data: a\n\ndata: b\n\n").events())
        #expect(try await screen.next()?.data == "a")
        #expect(try await screen.next()?.data == "b")
        #expect(try await screen.next() == nil)
    }
}
