import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport

@testable import NoticeBoardKit

/// A file system with the file of read marks, which holds accesses at a gate, or fails.
final class MarksFiles: ForwardingFileSystem {
    private final class Watch: Sendable {
        let changed: @Sendable () -> Void
        init(_ changed: @escaping @Sendable () -> Void) { self.changed = changed }
    }
    private struct Reference { weak var watch: Watch? }

    private static let path = "/marks/reading.read"
    private let memory = MemoryFileSystem()
    private let watches = Locked<[Reference]>([])
    var base: any FileSystem { memory }
    /// Holds each access.
    let gate = Gate()
    /// The `errno` of every access after the gate.
    let failure = Locked<Int32?>(nil)
    /// The `errno` of the next access alone.
    let failureOnce = Locked<Int32?>(nil)
    /// `kept` for each write and `erased` for each removal, in order.
    let done = WatchedValue<[String]>([])

    /// The marks without the gate and the failures.
    var inner: FilePostMarks { marks(on: memory) }
    /// Returns marks on these files.
    func marks() -> FilePostMarks { marks(on: self) }

    private func marks(on files: any FileSystem) -> FilePostMarks {
        FilePostMarks(directory: URL(fileURLWithPath: "/marks"), files: files)
    }

    func status(at path: String) throws(SystemFault) -> FileStatus? {
        guard path == Self.path else { return try base.status(at: path) }
        // Blocks a thread of the file's own queue, as a slow disk does.
        let passed = DispatchSemaphore(value: 0)
        Task.detached { [gate] in
            try? await gate.pass()
            passed.signal()
        }
        passed.wait()
        if let code = failureOnce.take() ?? failure.withLock({ $0 }) { throw SystemFault(.statusOfPath, code) }
        return try base.status(at: path)
    }

    func rename(_ path: String, to other: String) throws(SystemFault) {
        try base.rename(path, to: other)
        report("kept")
    }

    func remove(_ path: String) throws(SystemFault) {
        try base.remove(path)
        if path == Self.path { report("erased") }
    }

    private func report(_ change: String) {
        done.update { $0.append(change) }
        for reference in watches.withLock({ $0 }) { reference.watch?.changed() }
    }

    func watch(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? {
        let watch = Watch(changed)
        watches.withLock { $0.append(Reference(watch: watch)) }
        return watch
    }
}

extension FilePostMarks {
    /// Returns marks in memory that hold `log`.
    static func inMemory(_ log: PostReadLog = PostReadLog()) async throws -> FilePostMarks {
        let files = MarksFiles()
        files.gate.open()
        let marks = files.marks()
        if !log.isEmpty { _ = try await marks.apply([{ $0 = log }]) }
        return marks
    }
}

/// The stored form of the read marks of posts.
typealias StoredPostReading = StoredReading<Board.ID, Post.ID>
