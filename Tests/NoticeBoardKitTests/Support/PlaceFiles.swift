import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardTesting
import TestSupport

/// A file system with the file of one place, which holds reads and changes of it at gates, or fails.
final class PlaceFiles: ForwardingFileSystem {
    private static let path = "/places/last.place"
    private let memory = MemoryFileSystem()
    var base: any FileSystem { memory }
    /// Holds each read.
    let reading = Gate()
    /// Holds each save and each removal.
    let gate: Locked<Gate>
    /// The `errno` of every call after its gate.
    let failure = Locked<Int32?>(nil)
    /// The number of reads.
    let loads = Locked(0)
    /// The board of each saved place, in order; `nil` for a removal.
    let kept = Locked<[Board.ID?]>([])
    /// Sends an element after every change.
    let changes = Broadcast<Void>()

    init(_ place: BoardPlace? = nil, holdsReads: Bool = false, holdsChanges: Bool = false) {
        gate = Locked(Gate())
        if !holdsReads { reading.open() }
        if !holdsChanges { gate.withLock { $0.open() } }
        if let place, let data = try? JSONEncoder().encode(place) { memory.put(Array(data), at: Self.path) }
    }

    /// The stored place.
    var place: BoardPlace? {
        memory.contents[Self.path].flatMap { try? JSONDecoder().decode(BoardPlace.self, from: Data($0)) }
    }
    /// A place of an app on this file system.
    var file: FileBoardPlace { FileBoardPlace(directory: URL(fileURLWithPath: "/places"), files: self) }

    func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32 {
        if path == Self.path {
            loads.withLock { $0 += 1 }
            try wait(at: reading, .open)
        }
        return try base.open(path, access)
    }

    func rename(_ path: String, to other: String) throws(SystemFault) {
        try wait(at: gate.withLock { $0 }, .rename)
        try base.rename(path, to: other)
        kept.withLock { $0.append(place?.board.id) }
        changes.send(())
    }

    func remove(_ path: String) throws(SystemFault) {
        guard path == Self.path else { return try base.remove(path) }
        try wait(at: gate.withLock { $0 }, .remove)
        try base.remove(path)
        kept.withLock { $0.append(nil) }
        changes.send(())
    }

    /// Blocks a thread of a file's own queue, as a slow disk does.
    private func wait(at gate: Gate, _ call: FileSystemCall) throws(SystemFault) {
        let passed = DispatchSemaphore(value: 0)
        Task.detached {
            try? await gate.pass()
            passed.signal()
        }
        passed.wait()
        if let code = failure.withLock({ $0 }) { throw SystemFault(call, code) }
    }
}
