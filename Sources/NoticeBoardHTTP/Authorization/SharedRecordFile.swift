package import NoticeBoardBase

/// Holds the record of a shared session; each method blocks.
package protocol SharedRecordFile: Sendable {
    /// The state of the file, which differs after each change; `nil` if there is none.
    func status() throws -> FileStatus?
    /// Returns the record; an empty one if there is none.
    func read() throws -> SharedRecord
    /// Changes the record while no other process does; a record that stays the same is not written.
    func change<Result>(_ body: (inout SharedRecord) throws -> Result) throws -> Result
    /// Removes the record, which needs no room on the disk.
    func remove()
    /// Calls `changed` after changes while the returned object lives; `nil` if the system can't watch it.
    func watch(_ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)?
}
