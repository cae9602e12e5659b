/// A call of the system that failed, and with what number.
package struct SystemFault: Error, Sendable, Hashable {
    /// The call, as a verb for developers.
    package let call: FileSystemCall
    /// The system's number for what went wrong.
    package let code: Int32

    package init(_ call: FileSystemCall, _ code: Int32) {
        self.call = call
        self.code = code
    }
}

/// The kinds of calls that a store makes.
package enum FileSystemCall: String, Sendable, Hashable, CaseIterable {
    case open, close, status, statusOfPath, read, write, truncate, sync, syncDirectory, rename, remove, makeDirectory, lock
}
