package import Foundation
package import NoticeBoardBase

/// A record in a small file, under a lock that is held while it is read and written.
package struct SharedRecordOnDisk: SharedRecordFile {
    private let file: SmallFile
    private let path: String
    private let files: any FileSystem

    package init(folder: URL, name: String, files: any FileSystem = POSIXFileSystem()) {
        let name = name.asFileName + ".lease"
        file = SmallFile(
            directory: folder, name: name, what: "the session's file", longest: 16_384, .ordered, files: files)
        path = folder.standardizedFileURL.path + "/" + name
        self.files = files
    }

    package func status() throws -> FileStatus? { try files.status(at: path) }

    package func read() throws -> SharedRecord { try Self.record(in: try file.read(isOwn: false)) }

    package func change<Result>(_ body: (inout SharedRecord) throws -> Result) throws -> Result {
        try file.change(waiting: 5) { data -> (data: Data?, result: Result) in
            let before = try Self.record(in: data)
            var record = before
            let result = try body(&record)
            // A damaged file is replaced, also by the same record.
            let isWritten = record != before || (data != nil && before.doubtful == SharedRecord.anyTokens)
            return (isWritten ? try StoredJSON.data(of: record) : nil, result)
        }
    }

    package func remove() { try? files.remove(path) }

    package func watch(_ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? { file.watch(changed) }

    /// Returns the record in `data`; of a damaged file, one that doubts any tokens, since it may have told of a renewal.
    private static func record(in data: Data?) throws -> SharedRecord {
        guard let data else { return SharedRecord() }
        let newest = SharedRecord.newestFormat
        if let record = try StoredJSON.value(SharedRecord.self, in: data, newest: newest, "The session's file") { return record }
        var record = SharedRecord()
        record.doubtful = SharedRecord.anyTokens
        return record
    }
}
