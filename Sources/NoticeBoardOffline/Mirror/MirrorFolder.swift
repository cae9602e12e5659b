import Foundation
import NoticeBoardBase

/// The files of a mirror in the folder of an account.
///
///     <folder>/<prefix><list>.jsonl        a list's items
///              <prefix><list>.updating     locked while the list is being updated
///              <prefix><list>.forbidden    hides a list that the service forbids
final class MirrorFolder: Sendable {
    let url: URL
    let files: any FolderSystem
    private let prefix: String
    private let mostBytes: Int
    private let content = Locked(Content())
    private let queue = SerialQueue("NoticeBoard.Mirror")

    private struct Content {
        var lists: [String: MirrorFile] = [:]
        var isEnded = false
    }

    private static let itemsEnd = ".jsonl"
    /// The longest name of a list, in bytes of a file name.
    private static let longestName = 200

    init(_ url: URL, prefix: String, mostBytes: Int, files: any FolderSystem) {
        self.url = url
        self.prefix = prefix
        self.mostBytes = mostBytes
        self.files = files
    }

    /// Runs blocking work on the folder's queue.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await queue.addBlocking {
            do { return try body() } catch { throw NoticeBoardError(error, of: "a mirror") }
        }.value
    }

    func refuseIfEnded() throws {
        if content.withLock({ $0.isEnded }) { throw NoticeBoardError(.sessionOver, "The account's mirror was ended.") }
    }

    // MARK: - Lists

    func file(of list: String) throws -> MirrorFile {
        try refuseIfEnded()
        guard url.isFileURL else { throw NoticeBoardError(.invalidInput, "The mirror's folder is no file URL.") }
        guard list.asFileName.utf8.count <= Self.longestName else {
            throw NoticeBoardError(.invalidInput, "The name of a list may have \(Self.longestName) bytes as a file name.")
        }
        return anyFile(of: list)
    }

    private func anyFile(of list: String) -> MirrorFile {
        let name = list.asFileName
        return content.withLock { content in
            if let file = content.lists[name] { return file }
            // A file may grow to twice the size of its items before it is rewritten.
            let largest = mostBytes > .max / 4 ? Int.max / 2 : mostBytes * 3 + 1 << 20
            let file = MirrorFile(files, folder: url.path, name: prefix + name + Self.itemsEnd, maximumSize: largest)
            if content.isEnded { file.end() }
            content.lists[name] = file
            return file
        }
    }

    /// Returns the size and the date of a list's file; `nil` if there is none.
    func status(of list: String) async throws -> FileStatus? {
        try await run { [files, path = path(of: list, Self.itemsEnd)] in try files.status(at: path) }
    }

    /// Returns the lists with a file, in the order of their names.
    func lists() async throws -> [String] {
        try await run { [self] in
            try files.names(in: url.path).compactMap(list(named:)).sorted()
        }
    }

    private func list(named name: String) -> String? {
        guard name.utf8.starts(with: prefix.utf8), name.hasBytes(atEnd: Self.itemsEnd) else { return nil }
        let bytes = name.utf8.dropFirst(prefix.utf8.count).dropLast(Self.itemsEnd.utf8.count)
        return String(decoding: bytes, as: UTF8.self).removingPercentEncoding
    }

    private func path(of list: String, _ end: String) -> String { url.path + "/" + prefix + list.asFileName + end }

    /// Takes the lock against concurrent updates of a list; the system releases it if the process ends.
    func lockUpdates(of list: String) async throws -> Int32 {
        try await run { [self, files, folder = url.path, path = path(of: list, ".updating")] in
            // Not after the folder was erased.
            try refuseIfEnded()
            try files.makeDirectories(folder)
            guard let lock = try files.takeLock(path, "The mirror's lock", until: files.uptime) else {
                throw NoticeBoardError(.storeBusy, "Another update of this list is under way.")
            }
            return lock
        }
    }

    // MARK: - Forbidden lists

    func isForbidden(_ list: String) async throws -> Bool {
        try await run { [files, path = path(of: list, ".forbidden")] in try files.status(at: path) != nil }
    }

    /// Hides a list, or shows it again.
    func setForbidden(_ list: String, _ isForbidden: Bool) async throws {
        try await run { [files, path = path(of: list, ".forbidden")] in
            if isForbidden {
                files.close(try files.open(path, .create))
            } else {
                try files.remove(path)
            }
        }
    }

    // MARK: - Removing

    /// Removes a list, also after the end.
    func remove(_ list: String) async throws {
        try await anyFile(of: list).erase()
        try await setForbidden(list, false)
    }

    /// Cancels updates; later calls throw `sessionOver`.
    func end() {
        let lists = content.withLock { content in
            content.isEnded = true
            return content.lists.values
        }
        for list in lists { list.end() }
    }

    /// Removes the folder, once the current write has ended.
    func erase() async throws {
        end()
        for list in try await lists() { try await remove(list) }
        // A list that is being written for the first time may have had no file yet.
        for file in content.withLock({ Array($0.lists.values) }) { try await file.erase() }
        try await run { [files, url] in try files.removeFolder(url.path) }
    }
}

extension FolderSystem {
    /// Removes a folder with the files in it; does nothing if there is none.
    func removeFolder(_ path: String) throws(SystemFault) {
        for name in try names(in: path) { try remove(path + "/" + name) }
        try removeDirectory(path)
    }
}
