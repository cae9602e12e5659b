import Foundation
import NoticeBoardBase

/// The files of one scope, all in one directory.
struct HistoryPaths: Sendable {
    let directory: String
    let journal: String
    /// Never removed: two processes that lock two files of one name both believe that they are alone.
    let lock: String
    /// What a new journal is called until it is whole.
    let temporary: String
    /// Copies of damaged journals, the newer first.
    let asides: [String]

    init(_ directory: URL, scope: String) throws {
        guard directory.isFileURL else {
            throw NoticeBoardError(.invalidInput, "The directory is no file URL.", remedy: .fixInput(.directory))
        }
        self.directory = directory.standardizedFileURL.path
        let name = scope.asFileName
        let path = "\(self.directory)/\(name)"
        (journal, lock, temporary) = (path + ".journal", path + ".lock", path + ".new")
        asides = [path + ".damaged-1", path + ".damaged-2"]
        guard !scope.isEmpty, name.utf8.count <= 200, !self.directory.utf8.contains(0) else {
            throw NoticeBoardError(.invalidInput, "The scope's name is empty or too long.", remedy: .fixInput(.scope))
        }
    }
}
