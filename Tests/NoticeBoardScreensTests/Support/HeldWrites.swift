import Dispatch
import NoticeBoardBase
import TestSupport

/// Real files whose writes wait until a test lets them go on.
final class HeldWrites: ForwardingFileSystem {
    let base: any FileSystem = POSIXFileSystem()
    /// The number of writes that have begun.
    let writes = WatchedValue(0)
    /// The number of files that were put in place.
    let renames = WatchedValue(0)
    private let isFree = DispatchSemaphore(value: 0)

    /// Lets all writes go on.
    func letGo() { isFree.signal() }

    func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        writes.update { $0 += 1 }
        // Blocks a thread of the store's own queue, as a slow disk does.
        isFree.wait()
        isFree.signal()
        return try base.write(bytes, to: file, at: offset)
    }

    func rename(_ path: String, to other: String) throws(SystemFault) {
        try base.rename(path, to: other)
        renames.update { $0 += 1 }
    }
}
