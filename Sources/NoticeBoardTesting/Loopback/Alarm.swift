import Foundation
import NoticeBoardBase

/// Wakes a thread that polls files: a pipe to which other threads write a byte.
final class Alarm: Sendable {
    /// Readable once the alarm rang.
    let file: Int32
    private let bell: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw POSIXError.last }
        file = ends[0]
        bell = ends[1]
    }

    deinit {
        closeFile(file)
        closeFile(bell)
    }

    /// Waits until it rings, and returns `true`; returns `false` if one of the events occurs at a file before.
    func rings(before events: Int16, at other: Int32) -> Bool {
        while true {
            var files = [pollfd(fd: file, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: events, revents: 0)]
            let count = unsafe poll(&files, 2, -1)
            if count > 0 { return files[0].revents != 0 }
            if count < 0 && errno != EINTR { return false }
        }
    }

    /// Wakes the thread, now or when it next waits.
    func ring() {
        var byte: UInt8 = 1
        _ = unsafe write(bell, &byte, 1)
    }
}
