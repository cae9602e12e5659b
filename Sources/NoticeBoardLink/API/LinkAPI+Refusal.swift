import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

extension LinkAPI {
    /// What the service means by `status` in answer to this call; nothing where it means what it means everywhere.
    func refusal(_ status: Int) -> NoticeBoardError.Code? {
        switch (status, self) {
        case (401, .logIn): .signInRefused
        case (401, .refresh), (403, .refresh), (418, _): .sessionOver
        case (409, .join): .alreadyMember
        case (409, .checkEmail): .emailNotUsable
        case (409, .refresh): .tokenStillGood
        case (409, .follow): .alreadyFollowing
        case (410, .publish): .postNotStored
        case (410, .follow), (410, .unfollow): .accountUnknown
        case (410, .editComment), (410, .deleteComment): .commentGone
        case (410, .post), (410, .edit), (410, .deletePost), (410, .comment), (410, .toggleLike): .postGone
        case (419, _): .accessTokenExpired
        case (420, _): .keyRefused
        case (444, _): .addressUnknown
        case (445, _): .notTheAuthor
        default: nil
        }
    }

    /// The same error in the service's own terms.
    ///
    /// An error of another call, of the renewal that this one waited for, has been told in its own terms already.
    func explaining(_ error: NoticeBoardError) -> NoticeBoardError {
        guard let status = error.status, error.code != .sessionOver, error.endpoint == description else { return error }
        // The service answers with JSON: a web page is a firewall's, or a hotel network's.
        let isWebPage = (status == 401 || status == 403) && error.reply?.body.isWebPage == true
        guard let code = isWebPage ? .networkSignIn : refusal(status) else { return error }
        return NoticeBoardError(
            code, error.detail, endpoint: error.endpoint, reply: error.reply, requestID: error.requestID,
            attempts: error.attempts, language: error.language, underlying: error.underlying)
    }
}
