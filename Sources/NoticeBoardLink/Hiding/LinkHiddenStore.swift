import NoticeBoardBase
package import NoticeBoardScreens

/// A store of each account's hidden content.
///
/// It survives sign-outs and is erased when the account is deleted.
///
/// A ``LinkSession`` calls it on its own queue, one call at a time, in order.
package protocol LinkHiddenStore: Sendable {
    /// Returns an account's hidden content; `nil` if none was saved or it was erased.
    func load(_ account: LinkUser.ID) throws -> LinkHideList.Content?
    /// Replaces an account's hidden content; `nil` erases it.
    func save(_ hidden: LinkHideList.Content?, for account: LinkUser.ID) throws
}

/// Reads and saves the hidden content of accounts.
package typealias LinkHiddenStorage = HiddenContentStorage<LinkUser, LinkHiddenItem>

extension HiddenContentStorage where Person == LinkUser, ItemID == LinkHiddenItem {
    package convenience init(_ store: any LinkHiddenStore) {
        self.init(load: { try store.load($0) }, save: { try store.save($0, for: $1) })
    }
}
