import Foundation

/// The record of a scope, in a file or in memory; used only on the scope's queue.
struct OwnerFile: Sendable {
    private let file: SmallFile?
    private let files: any FolderSystem
    private let memory = Locked(OwnerRecord())

    init(_ file: SmallFile?, files: any FolderSystem) { (self.file, self.files) = (file, files) }

    /// Returns the record; empty for a damaged file, which the next change replaces.
    func read() async throws -> OwnerRecord {
        guard let file else { return memory.withLock { $0 } }
        return try await file.run { try Self.record(in: try file.read()) }
    }

    private static func record(in data: Data?) throws -> OwnerRecord {
        let stored = try data.flatMap { data in
            try StoredJSON.value(OwnerRecord.self, in: data, newest: OwnerRecord.newestFormat, "The account's file")
        }
        return stored ?? OwnerRecord()
    }

    /// Changes the record; keeps the old one if writing fails.
    func change(_ change: @escaping @Sendable (inout OwnerRecord) -> Void) async {
        guard let file else { return memory.withLock { change(&$0) } }
        try? await file.run {
            try file.change(waiting: 5) { data -> (data: Data?, result: Void) in
                let before = try Self.record(in: data)
                var record = before
                change(&record)
                return (record == before ? nil : try StoredJSON.data(of: record), ())
            }
        }
    }

    /// Removes the recorded paths of an account; throws the first failure, after trying all.
    func removePaths(of account: String, isShared: Bool, except kept: Set<String>) async throws {
        let paths = try await read().paths.filter { $0.account == account || isShared && $0.account == nil }.map(\.fullPath)
        try await SerialQueue("NoticeBoard.AccountScope.paths").addBlocking { [files] in
            var failure: NoticeBoardError?
            for path in paths where !kept.contains(path) && path.utf8.count > 1 && path != NSHomeDirectory() {
                do throws(SystemFault) { try files.removeTree(path) } catch {
                    failure = failure ?? NoticeBoardError(error.storeErrorCode, "Data of the account could not be removed.")
                }
            }
            if let failure { throw failure }
        }.value
    }
}
