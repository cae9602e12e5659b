import NoticeBoardBase
package import NoticeBoardScreens

/// A store in memory.
package final class LinkHiddenMemory: LinkHiddenStore {
    private let kept: Locked<[LinkUser.ID: LinkHideList.Content]>

    package init(_ kept: [LinkUser.ID: LinkHideList.Content] = [:]) { self.kept = Locked(kept) }

    package func load(_ account: LinkUser.ID) -> LinkHideList.Content? { kept.withLock { $0[account] } }
    package func save(_ hidden: LinkHideList.Content?, for account: LinkUser.ID) { kept.withLock { $0[account] = hidden } }
}
