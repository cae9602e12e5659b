package import Foundation

/// A file that only its owner may read (0600), in a folder that only its owner may open, which is small enough to be replaced as
/// a whole.
///
/// A new one is written beside the old one, brought to the disk and put in its place, so that a crash, a full disk or a loss of
/// power leaves the one or the other and never half of each. What stands in its place and is no file, a symbolic link for
/// example, is neither followed nor overwritten. Nothing thrown names the path: it may name a person.
package struct PrivateFile: Sendable {
    private let directory: String
    private let path: String
    private let what: String
    private let files: any FileSystem

    /// The file `name` of a folder, which is made when it is needed; the disk is not touched before.
    ///
    /// Errors call it `what`.
    package init(directory: URL, name: String, what: String, files: any FileSystem = POSIXFileSystem()) {
        self.directory = directory.isFileURL ? directory.standardizedFileURL.path : ""
        path = self.directory + "/" + name
        (self.what, self.files) = (what, files)
    }

    /// What it holds, but no more than one byte beyond `limit`; nothing when there is none.
    ///
    /// One that others may read, or that has another name, is written anew for its owner alone.
    package func read(limit: Int) throws -> Data? {
        try explained {
            guard try isThere() else { return nil }
            let file = try files.open(path, .reading)
            defer { files.close(file) }
            let status = try files.status(of: file)
            let data = Data(try files.read(file, min(status.size, limit + 1), at: 0))
            if data.count <= limit, !status.isPrivate || status.isShared { try? put(data) }
            return data
        }
    }

    /// Puts `data` in the place of what it holds.
    package func replace(_ data: Data) throws { try explained { try put(data) } }

    /// Takes it away, with what a crash left of one that was to take its place.
    package func remove() throws {
        try explained {
            // Where no folder is, nothing is.
            guard try files.status(at: directory) != nil else { return }
            if try isThere() { try files.remove(path) }
            try files.remove(temporary)
            return try files.syncDirectory(directory, .full)
        }
    }

    private var temporary: String { path + ".new" }

    private func isThere() throws -> Bool {
        guard let found = try files.status(at: path) else { return false }
        guard found.kind == .file else {
            throw NoticeBoardError(.fileUnavailable, "In the place of \(what) is \(found.kind.rawValue).")
        }
        return true
    }

    private func put(_ data: Data) throws {
        try makeDirectory(directory)
        _ = try isThere()
        try files.remove(temporary)
        let file = try files.open(temporary, .makingNew)
        do {
            defer { files.close(file) }
            var (rest, offset) = (Array(data)[...], 0)
            while !rest.isEmpty {
                let count = try files.write(rest, to: file, at: offset)
                // A system that writes nothing and calls that no error would hold the caller for ever.
                guard count > 0 else { throw SystemFault(.write, ENOSPC) }
                rest = rest.dropFirst(count)
                offset += count
            }
            try files.sync(file, .full)
            try files.rename(temporary, to: path)
        } catch {
            try? files.remove(temporary)
            throw error
        }
        try files.syncDirectory(directory, .full)
    }

    private func makeDirectory(_ path: String) throws {
        guard path.hasPrefix("/") else { throw NoticeBoardError(.fileUnavailable, "The folder of \(what) is no file URL.") }
        if try files.status(at: path) != nil { return }
        let parent = (path as NSString).deletingLastPathComponent
        if parent != path { try makeDirectory(parent) }
        _ = try files.makeDirectory(path)
    }

    private func explained<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let fault as SystemFault {
            let code: NoticeBoardError.Code =
                switch fault.code {
                case ENOSPC, EDQUOT, EFBIG: .storageFull
                case EACCES, EPERM, EROFS:
                    [.read, .status, .statusOfPath].contains(fault.call) ? .fileUnavailable : .storeReadOnly
                default: .fileUnavailable
                }
            throw NoticeBoardError(code, "\(what) failed at \(fault.call.rawValue) (error \(fault.code)).")
        }
    }
}
