import Foundation
import NoticeBoardBase
import NoticeBoardPaging
public import NoticeBoardScreens
import NoticeBoardSearch

/// The screens of the signed-in account of a ``LinkApp``.
@MainActor public final class LinkHome: Equatable {
    /// The shared state of the account: changes, likes, follows, hidden posts and accounts.
    public nonisolated let account: LinkAccount
    /// The posts of all accounts.
    public let timeline: LinkPostList
    /// The posts that the account likes.
    public let liked: LinkPostList
    /// The drafts of the account, which are sent in order.
    public let outbox: LinkOutbox
    /// The pictures of posts and accounts.
    public let pictures: LinkPictures
    /// The account's profile, hidden accounts, signing out and deleting the account.
    public let settings: LinkSettings

    /// The file that keeps the timeline for the next launch.
    let kept: SmallFile
    /// The searches of the account.
    let history: AccountHistory

    /// Creates the screens of the session's account; `nil` if it signs out meanwhile.
    init?(
        _ session: LinkSession, _ folder: URL, _ language: Language, _ snapshot: FeedSnapshot<LinkPost>?,
        _ pictures: LinkPictures?
    ) {
        guard let account = session.account, !account.isOver, let pictures else { return nil }
        account.setLanguage(language)
        guard let settings = LinkSettings(session),
            let outbox = session.outbox(in: folder)
        else { return nil }
        self.account = account
        self.settings = settings
        self.outbox = outbox
        self.pictures = pictures
        timeline = LinkPostList(account, from: snapshot)
        liked = LinkPostList(account, .liked)
        let kept = Self.timelineFile(of: account.user, in: folder)
        self.kept = kept
        let registration = session.scope.register(
            for: account.user, erasing: kept.paths, erase: { try await kept.run { try kept.remove() } })
        // Released when the account signs in again and registers the file anew.
        session.accountSession.hold(registration)
        history = AccountHistory(FileSearchHistory(directory: folder, scope: "searches-" + HashedName.of(account.user)))
        session.accountSession.hold(session.scope.register(history, for: account.user))
    }

    private static func timelineFile(of account: LinkUser.ID, in folder: URL) -> SmallFile {
        let name = "timeline-" + HashedName.of(account) + ".json"
        return SmallFile(directory: folder, name: name, what: "the timeline's file", longest: 16 << 20)
    }

    /// Returns the timeline that an earlier launch kept; `nil` if there is none or it can't be read.
    static func timeline(of account: LinkUser.ID, keptIn folder: URL) async -> FeedSnapshot<LinkPost>? {
        let file = timelineFile(of: account, in: folder)
        return try? await file.run {
            try file.read().map { try JSONDecoder().decode(FeedSnapshot<LinkPost>.self, from: $0) }
        }
    }

    /// Creates a list of posts with a hashtag, or of another source.
    public func list(_ source: LinkPostSource) -> LinkPostList { LinkPostList(account, source) }

    /// Creates a search over the posts that lists have loaded and kept; of the timeline and the liked posts by default.
    ///
    /// Searches are recorded in a file of the account, which a sign-out erases.
    public func search(in lists: [LinkPostList]? = nil, rules: SearchRules<LinkPost> = SearchRules()) -> LinkSearch {
        LinkSearch(account, in: lists ?? [timeline, liked], history: history, rules: rules)
    }

    /// Creates the page of a post, which shows `post` until it is loaded.
    public func page(of post: LinkPost) -> LinkPostPage { LinkPostPage(account, id: post.id, from: post) }

    /// Creates the page of a post from its ID, for a link or a notification.
    public func page(of id: LinkPost.ID) -> LinkPostPage { LinkPostPage(account, id: id) }

    /// Creates the profile page of an account; the signed-in account's own page by default.
    public func profile(of user: LinkUser? = nil) -> LinkProfilePage {
        let user = user ?? account.profile.state.value?.user ?? LinkUser(id: account.user, nick: "")
        return LinkProfilePage(account, of: user)
    }

    /// Creates the list of an account's followers, or of the accounts that it follows.
    public func followers(of user: LinkUser.ID, showsFollowing: Bool = false) -> LinkFollowers {
        LinkFollowers(account, of: user, showsFollowing: showsFollowing)
    }

    /// Creates a composer for a post, a reply or an edit of a post; continues its last unsent draft.
    public func composer(_ target: LinkDraftTarget) -> LinkComposer { LinkComposer(outbox, target) }

    /// Whether both are the same object.
    public nonisolated static func == (left: LinkHome, right: LinkHome) -> Bool { left === right }
}
