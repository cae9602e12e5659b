public import Foundation
public import NoticeBoardBase

/// Builds the rows of a screen for one account, time and language, with pending likes and hidden content.
///
/// All rows of a screen share one builder. Pending likes exist only here, so a list needs no rollback when the service refuses
/// one.
public struct LinkRowBuilder: Sendable, Equatable {
    /// The account that looks at the posts.
    public let me: LinkUser.ID
    /// The time from which ages are counted.
    public internal(set) var now = Date()
    /// The language of texts.
    public internal(set) var language = Language.preferred
    /// The likes that the user asked for and the service has not confirmed.
    public internal(set) var likes: [LinkPost.ID: Bool] = [:]
    /// The accounts, posts and replies that are not shown.
    public internal(set) var hidden = LinkHidden()
    /// Whether the account is signed out, so that the screen asks to sign in.
    var isSignedOut = false

    /// The sentence in the place of every screen's content after a sign-out.
    var signedOutText: String? {
        isSignedOut ? language.text("link.signedOut", korean: "로그인해 주세요.", english: "Please sign in.") : nil
    }
}
