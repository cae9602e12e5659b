import Foundation
import NoticeBoardBase

/// Writes a body into a part.
///
/// Sendable: its file is used only on the part's queue, one piece of work at a time.
final class PartWriter: @unchecked Sendable {
    private let part: KeptPart
    private var sink: FileSink

    /// Begins after the first `size` bytes of the part, or creates it.
    init(_ part: KeptPart, after size: Int) throws(NoticeBoardError) {
        self.part = part
        sink = size > 0 ? try FileSink(part.url, after: size) : try FileSink(part.url)
    }

    func append(_ data: Data) async throws {
        guard !data.isEmpty else { return }
        try await part.run { _ in try self.sink.append(data) }
    }

    /// Notes what has been written so far, once it is on the disk, and returns how much that is.
    func note(_ note: KeptPart.Note) async throws -> Int {
        try await part.run { part in
            try self.sink.sync()
            var note = note
            note.written = self.sink.size
            try part.write(note)
            return note.written
        }
    }

    func finish() async throws {
        try await part.run { _ in try self.sink.finish() }
    }
}
