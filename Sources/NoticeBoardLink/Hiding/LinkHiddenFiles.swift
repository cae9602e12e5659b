package import Foundation
package import NoticeBoardBase
import NoticeBoardScreens

/// A store with one file per account, readable only by its owner (0600) and replaced atomically.
///
/// Its name has a hash of the account. Former versions put the account's ID into the name: such a file is read once.
package struct LinkHiddenFiles: LinkHiddenStore {
    private struct Content: Codable {
        var format = 1
        var hidden: Hidden
    }

    private struct Hidden: Codable {
        let blocked: [LinkUser]
        let muted: [LinkUser]
        let posts: Set<LinkPost.ID>
        let comments: Set<LinkReply.ID>
    }

    private let directory: URL
    private let files: any FileSystem

    package init(directory: URL, files: any FileSystem = POSIXFileSystem()) {
        self.directory = directory
        self.files = files
    }

    /// Returns an account's hidden content; throws `storeDamaged` if it is unreadable, `storeTooNew` for a newer format.
    package func load(_ account: LinkUser.ID) throws -> LinkHideList.Content? {
        let former = try formerFile(account)
        if let data = try file(account).read() {
            // A removal that failed, or was interrupted, is tried again.
            try? former.remove()
            return try hidden(in: data)
        }
        guard let data = try former.read() else { return nil }
        let hidden = try hidden(in: data)
        // Until this succeeds, the former file stays the one that counts.
        try? save(hidden, for: account)
        return hidden
    }

    private func hidden(in data: Data) throws -> LinkHideList.Content {
        guard let content = try StoredJSON.value(Content.self, in: data, newest: 1, "What is hidden") else {
            throw NoticeBoardError(.storeDamaged, "What is hidden cannot be read.")
        }
        let hidden = content.hidden
        return LinkHideList.Content(blocked: hidden.blocked, muted: hidden.muted, posts: hidden.posts, replies: hidden.comments)
    }

    /// Replaces an account's file; `nil` removes it.
    package func save(_ hidden: LinkHideList.Content?, for account: LinkUser.ID) throws {
        let former = try formerFile(account)
        if let hidden {
            let stored = Hidden(
                blocked: hidden.blocked, muted: hidden.muted, posts: hidden.posts, comments: hidden.replies)
            try file(account).replace(try StoredJSON.data(of: Content(hidden: stored)))
            try? former.remove()
        } else {
            // The former file first: alone, it would count again.
            try former.remove()
            try file(account).remove()
        }
    }

    private func file(_ account: LinkUser.ID) -> SmallFile { file(named: "hidden-" + HashedName.of(account) + ".json") }

    /// Only a valid ID of letters and digits was ever a file name.
    private func formerFile(_ account: LinkUser.ID) throws -> SmallFile { file(named: "hidden-\(try account.checked()).json") }

    private func file(named name: String) -> SmallFile {
        // Far above any real size.
        SmallFile(directory: directory, name: name, what: "the file of what is hidden", longest: 16 << 20, files: files)
    }
}
