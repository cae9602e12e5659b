public import NoticeBoardBase
import NoticeBoardHTTP

// Errors from the service.
extension NoticeBoardError.Code {
    /// The e-mail address or the password is wrong (401 of `login`).
    public static let signInRefused = Self(
        "signInRefused", korean: "이메일 또는 비밀번호가 올바르지 않습니다.",
        english: "The e-mail address or the password is not right.", field: .signIn)
    /// The e-mail address is already registered (409 of `join`).
    public static let alreadyMember = Self(
        "alreadyMember", korean: "이미 가입한 이메일입니다.", english: "This e-mail address has signed up already.", field: .email)
    /// The e-mail address may not sign up (409 of `validation/email`).
    public static let emailNotUsable = Self(
        "emailNotUsable", korean: "사용할 수 없는 이메일입니다.", english: "This e-mail address cannot be used.", field: .email)
    /// The access token has not expired, so it can't be renewed (409 of `refresh`); a session treats this as success.
    public static let tokenStillGood = Self("tokenStillGood", korean: "로그인이 아직 유효합니다.", english: "The sign-in is still good.")
    /// The access token has expired and was not renewed (419).
    public static let accessTokenExpired = Self(
        "accessTokenExpired", korean: "로그인이 만료되었습니다.", english: "The sign-in has expired.", remedy: .signInAgain)
    /// The service key (`SesacKey`) is missing or wrong (420).
    public static let keyRefused = Self(
        "keyRefused", korean: "앱의 서비스 키를 서버가 받아들이지 않습니다.",
        english: "The server does not accept the app's key.", remedy: .contactAdministrator)
    /// The service does not know the address (444): the base URL belongs to another service.
    public static let addressUnknown = Self(
        "addressUnknown", korean: "서버에 없는 주소입니다.",
        english: "The server has nothing at this address.", remedy: .contactAdministrator)
    /// Only the author may change or delete it (445).
    public static let notTheAuthor = Self(
        "notTheAuthor", korean: "작성자만 수정하거나 삭제할 수 있습니다.", english: "Only its author can change or delete it.")
    /// The account is already followed (409 of `follow`).
    public static let alreadyFollowing = Self(
        "alreadyFollowing", korean: "이미 팔로우하고 있습니다.", english: "You follow this account already.", remedy: .reload)
    /// The account was deleted or never existed (410).
    public static let accountUnknown = Self(
        "accountUnknown", korean: "존재하지 않는 계정입니다.", english: "There is no such account.", remedy: .reload)
    /// The service could not store the post (410 of `POST post`).
    public static let postNotStored = Self(
        "postNotStored", korean: "게시글을 저장하지 못했습니다.", english: "The post could not be stored.", remedy: .retry(after: nil))
    /// The post was deleted or never existed (410).
    public static let postGone = Self(
        "postGone", korean: "삭제되었거나 없는 게시글입니다.", english: "The post was deleted or does not exist.", remedy: .reload)
    /// The reply or its post was deleted (410).
    public static let replyGone = Self(
        "replyGone", korean: "삭제되었거나 없는 댓글입니다.", english: "The reply was deleted or does not exist.", remedy: .reload)
}

extension Remedy.Input {
    /// The e-mail address of an account.
    public static let email = Self("e-mail address", korean: "이메일")
    /// The password of an account.
    public static let password = Self("password", korean: "비밀번호")
    /// The nickname of an account.
    public static let nick = Self("nickname", korean: "닉네임")
    /// The phone number of an account.
    public static let phone = Self("phone number", korean: "전화번호")
    /// The birthday of an account.
    public static let birthday = Self("birthday", korean: "생년월일")
    /// The content of a post.
    public static let post = Self("post", korean: "게시글")
    /// The text of a reply.
    public static let reply = Self("reply", korean: "댓글")
    /// The hashtag of posts.
    public static let hashtag = Self("hashtag", korean: "해시태그")
    /// The ID of a post, reply or account.
    public static let id = Self("ID")
}
