import Foundation

/// A failed system call and its error number.
package struct SystemFault: Error, Sendable, Hashable {
    /// The failed call.
    package let call: FileSystemCall
    /// The system's `errno`.
    package let code: Int32

    package init(_ call: FileSystemCall, _ code: Int32) {
        self.call = call
        self.code = code
    }

    /// The code of the error that a store throws for this fault.
    package var storeErrorCode: NoticeBoardError.Code {
        if [ENOSPC, EDQUOT, EFBIG].contains(code) { return .storageFull }
        let isOfReading = [.read, .status, .statusOfPath].contains(call)
        return isOfPermission && !isOfReading ? .storeReadOnly : .fileUnavailable
    }

    /// Whether access was denied, to this user or at this location.
    package var isOfPermission: Bool { code == EACCES || code == EPERM || code == EROFS }
}

/// The system calls that can fail.
package enum FileSystemCall: String, Sendable, Hashable, CaseIterable {
    case open, status, statusOfPath, read, write, truncate, sync, syncDirectory, rename, remove, makeDirectory, lock
}
