public import Foundation
public import NoticeBoardBase
public import NoticeBoardScreens

/// Builds the rows of a screen for one account, time and language, with pending likes and hidden content.
///
/// All rows of a screen share one builder. Pending likes exist only here, so a list needs no rollback when the service refuses
/// one.
public struct LinkRowBuilder: Sendable, Equatable {
    /// The account that looks at the posts.
    public let me: LinkUser.ID
    /// The time from which ages are counted.
    public var now: Date
    /// The language of texts.
    public var language: Language
    /// The likes that the user asked for and the service has not confirmed.
    public var likes: [LinkPost.ID: Bool]
    /// The accounts, posts and replies that are not shown.
    public var hidden: LinkHideList.Content
    /// Whether the account is signed out, so that the screen asks to sign in.
    public var isSignedOut: Bool

    /// Creates a builder by hand, for a preview or a test.
    public init(
        me: LinkUser.ID, now: Date = Date(), language: Language = .preferred, likes: [LinkPost.ID: Bool] = [:],
        hidden: LinkHideList.Content = LinkHideList.Content(), isSignedOut: Bool = false
    ) {
        self.me = me
        self.now = now
        self.language = language
        self.likes = likes
        self.hidden = hidden
        self.isSignedOut = isSignedOut
    }

    /// The sentence in the place of every screen's content after a sign-out.
    var signedOutText: String? {
        isSignedOut ? language.text("link.signedOut", korean: "로그인해 주세요.", english: "Please sign in.") : nil
    }
}
