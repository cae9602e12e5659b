import Foundation
package import NoticeBoardBase
public import NoticeBoardScreens

/// The hidden content of the signed-in account, with changes.
///
/// ```swift
/// account.hiding.block(post.author)             // gone from every list and from under every post
/// account.hiding.unhide(user.id)                 // and there again
/// ```
///
/// It survives sign-outs, and is erased when the account is deleted. It is not sent to the service. Each failure to save or to
/// read it is also sent to ``LinkAccount/failures``.
public typealias LinkHideList = HideList<LinkUser, LinkHiddenItem>

extension HideList where Person == LinkUser, ItemID == LinkHiddenItem {
    package convenience init(
        _ user: LinkUser.ID, _ storage: HiddenContentStorage<LinkUser, LinkHiddenItem>,
        onFailure: @escaping @MainActor (NoticeBoardError) -> Void = { _ in }
    ) {
        self.init(user, me: user, storage, onFailure: onFailure)
    }

    /// Hides a post.
    public func hide(_ post: LinkPost) { hide(item: .post(post.id), by: post.author.id) }
    /// Hides a reply.
    public func hide(_ reply: LinkReply) { hide(item: .reply(reply.id), by: reply.author.id) }

    /// Hides a reported post or reply.
    ///
    /// Returns the report for the app to send: the service has no call for it.
    public func report(_ subject: LinkReport.Subject, because reason: LinkReport.Reason, note: String = "") -> LinkReport {
        switch subject {
        case .post(let post): hide(post)
        case .reply(let reply, on: _): hide(reply)
        case .user: break
        }
        return LinkReport(subject: subject, reporter: me ?? "", reason: reason, note: note, time: Date())
    }
}
