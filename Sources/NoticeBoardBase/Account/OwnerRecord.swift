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
