import Foundation

/// Wakes a thread that waits for files: a pipe into which any other thread puts a byte.
final class Alarm: Sendable {
    /// Has something to read once the alarm rang.
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

    /// Wakes the thread that waits, now or when it comes to wait.
    func ring() {
        var byte: UInt8 = 1
        _ = unsafe write(bell, &byte, 1)
    }
}
