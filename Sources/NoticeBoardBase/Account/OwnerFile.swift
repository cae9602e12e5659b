import Foundation

/// The record of a scope: `{"account":"7","erasing":[],"format":1,"paths":[{"account":"7","path":"~/Library/…"}]}`.
struct OwnerRecord: Codable, Hashable, Sendable {
    /// A file or folder of one account, or of all accounts.
    struct Path: Codable, Hashable, Sendable {
        let account: String?
        /// Begins with `~` below the app's home folder, whose path changes when the app is updated.
        let path: String

        init(account: String?, path: String) {
            let home = NSHomeDirectory() + "/"
            self.account = account
            self.path = path.utf8.starts(with: home.utf8) ? "~/" + String(Substring(path.utf8.dropFirst(home.utf8.count))) : path
        }

        var fullPath: String {
            path.utf8.starts(with: "~/".utf8) ? NSHomeDirectory() + String(Substring(path.utf8.dropFirst())) : path
        }
    }

    static let newestFormat = 1
    var format = newestFormat
    /// The owner of the data.
    var account: String?
    /// The accounts whose erasure has started.
    var erasing: [String] = []
    var paths: [Path] = []

    /// Records that the erasure of an account begins, as the last one of ``erasing``.
    mutating func beginErasing(_ account: String) {
        if self.account == account { self.account = nil }
        erasing.removeAll { $0 == account }
        erasing.append(account)
    }

    mutating func add(_ new: [Path]) { for path in new where !paths.contains(path) { paths.append(path) } }
}

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

extension FolderSystem {
    /// Removes a file, or a folder with as much of its content as possible; removes symbolic links, not their targets.
    package func removeTree(_ path: String) throws(SystemFault) {
        guard let found = try status(at: path) else { return }
        guard found.kind == .directory else { return try remove(path) }
        var failure: SystemFault?
        for name in try names(in: path) {
            do throws(SystemFault) { try removeTree(path + "/" + name) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        try removeDirectory(path)
    }
}
