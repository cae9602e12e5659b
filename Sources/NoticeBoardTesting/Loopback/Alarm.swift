import Foundation

/// Wakes a thread that polls files: a pipe to which other threads write a byte.
final class Alarm: Sendable {
    /// Readable once the alarm rang.
    let file: Int32
    private let bell: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw POSIXError.last }
        (file, bell) = (ends[0], ends[1])
    }

    deinit {
        closeFile(file)
        closeFile(bell)
    }

    /// Wakes the thread, now or when it next waits.
    func ring() {
        var byte: UInt8 = 1
        _ = unsafe write(bell, &byte, 1)
    }
}
