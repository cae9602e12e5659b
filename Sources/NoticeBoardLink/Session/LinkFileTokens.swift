public import Foundation
import NoticeBoardBase
public import NoticeBoardHTTP

/// Tokens in a file that only its owner may read (0600), in a folder that only its owner may open.
///
/// For Linux and for tools; on Apple's systems the keychain is the better place. A new file is written beside the old one, brought
/// to the disk and put in its place, so that a crash, a full disk or a loss of power leaves the one or the other and never half of
/// each. What stands in its place and is no file, a symbolic link for example, is neither followed nor overwritten.
public struct LinkFileTokens: LinkTokenStore {
    private let directory: String
    private let path: String
    private let files: any FileSystem
    /// Larger than any tokens: what is larger is no file of this kind.
    private static let longest = 65_536

    /// Tokens in the file `name` of a folder, which is made when it is needed; the disk is not touched before.
    public init(directory: URL, name: String = "link-tokens.json") {
        self.init(directory: directory, name: name, files: POSIXFileSystem())
    }

    package init(directory: URL, name: String = "link-tokens.json", files: any FileSystem) {
        self.directory = directory.isFileURL ? directory.standardizedFileURL.path : ""
        path = self.directory + "/" + name
        self.files = files
    }

    /// What was saved last; nothing when there is no file.
    ///
    /// A file that others may read, or that has another name, is written anew for its owner alone.
    public func load() throws -> Credentials? {
        try explained {
            guard try isThere() else { return nil }
            let file = try files.open(path, .reading)
            defer { files.close(file) }
            let status = try files.status(of: file)
            let bytes = try files.read(file, min(status.size, Self.longest + 1), at: 0)
            guard bytes.count <= Self.longest else {
                throw NoticeBoardError(.storeDamaged, "The file of the tokens is too long.", remedy: .signInAgain)
            }
            let credentials = try StoredTokens.credentials(in: Data(bytes))
            if !status.isPrivate || status.isShared { try? replace(Data(bytes)) }
            return credentials
        }
    }

    /// Keeps `credentials` in place of what was kept; nil removes the file.
    public func save(_ credentials: Credentials?) throws {
        try explained {
            guard let credentials else {
                // Where no folder is, nothing is.
                guard try files.status(at: directory) != nil else { return }
                if try isThere() { try files.remove(path) }
                // What a crash left of a file that was to take its place holds tokens too.
                try files.remove(temporary)
                return try files.syncDirectory(directory, .full)
            }
            try replace(try StoredTokens.data(of: credentials))
        }
    }

    private var temporary: String { path + ".new" }

    private func isThere() throws -> Bool {
        guard let found = try files.status(at: path) else { return false }
        guard found.kind == .file else {
            throw NoticeBoardError(.fileUnavailable, "In the place of the tokens' file is \(found.kind.rawValue).")
        }
        return true
    }

    private func replace(_ data: Data) throws {
        try makeDirectory(directory)
        _ = try isThere()
        try files.remove(temporary)
        let file = try files.open(temporary, .makingNew)
        do {
            defer { files.close(file) }
            var (rest, offset) = (Array(data)[...], 0)
            while !rest.isEmpty {
                let count = try files.write(rest, to: file, at: offset)
                // A system that writes nothing and calls that no error would hold the queue for ever.
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
        guard path.hasPrefix("/") else { throw NoticeBoardError(.fileUnavailable, "The folder of the tokens is no file URL.") }
        if try files.status(at: path) != nil { return }
        let parent = (path as NSString).deletingLastPathComponent
        if parent != path { try makeDirectory(parent) }
        _ = try files.makeDirectory(path)
    }

    /// The path stays out of what is thrown: it may name a person.
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
            throw NoticeBoardError(code, "The file of the tokens: \(fault.call.rawValue) failed (error \(fault.code)).")
        }
    }
}
