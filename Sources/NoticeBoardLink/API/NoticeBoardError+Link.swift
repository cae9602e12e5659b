public import NoticeBoardBase
import NoticeBoardHTTP

extension NoticeBoardError.Code {
    /// Creates the code of an invalid field.
    init(_ name: String, korean: String, english: String, field: Remedy.Input) {
        self.init(name, korean: korean, english: english, remedy: .fixInput(field))
    }

    // MARK: Refusals of the service

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

    // MARK: Invalid fields, found before anything is sent

    /// No e-mail address was entered.
    public static let emailMissing = Self(
        "emailMissing", korean: "이메일을 입력해 주세요.", english: "Enter an e-mail address.", field: .email)
    /// The e-mail address has no @.
    public static let emailWithoutAt = Self(
        "emailWithoutAt", korean: "이메일 주소에 @가 없습니다.", english: "An e-mail address has an @.", field: .email)
    /// The e-mail address is invalid for another reason.
    public static let emailInvalid = Self(
        "emailInvalid", korean: "이메일은 name@example.com처럼 적어 주세요.",
        english: "An e-mail address looks like name@example.com.", field: .email)
    /// No password was entered.
    public static let passwordMissing = Self(
        "passwordMissing", korean: "비밀번호를 입력해 주세요.", english: "Enter the password.", field: .password)
    /// The password has fewer than 6 characters.
    public static let passwordTooShort = Self(
        "passwordTooShort", korean: "비밀번호는 6자 이상이어야 합니다.", english: "A password has at least 6 characters.", field: .password)
    /// The nickname has fewer than 2 characters or more than 20.
    public static let nickLength = Self(
        "nickLength", korean: "닉네임은 2자 이상 20자 이하여야 합니다.", english: "A nickname has 2 to 20 characters.", field: .nick)
    /// The nickname contains characters other than letters, digits, 한글 and `_`.
    public static let nickCharacters = Self(
        "nickCharacters", korean: "닉네임에는 한글, 영문, 숫자, _만 쓸 수 있습니다.",
        english: "A nickname has only Korean and English letters, digits and _.", field: .nick)
    /// The phone number contains characters other than digits.
    public static let phoneCharacters = Self(
        "phoneCharacters", korean: "전화번호는 숫자만 입력해 주세요.", english: "A phone number has only digits.", field: .phone)
    /// The phone number has more than 11 digits.
    public static let phoneTooLong = Self(
        "phoneTooLong", korean: "전화번호는 11자리 이하여야 합니다.", english: "A phone number has at most 11 digits.", field: .phone)
    /// The birthday is not a valid date.
    public static let birthdayUnreadable = Self(
        "birthdayUnreadable", korean: "생년월일은 1999-01-31처럼 적어 주세요.",
        english: "A birthday looks like 1999-01-31.", field: .birthday)
    /// The birthday is in the future.
    public static let birthdayInFuture = Self(
        "birthdayInFuture", korean: "생년월일이 오늘보다 뒤입니다.", english: "The birthday is after today.", field: .birthday)
    /// The post has no visible content.
    public static let postEmpty = Self("postEmpty", korean: "게시글에 내용이 없습니다.", english: "The post is empty.", field: .post)
    /// The form changes no field.
    public static let nothingToChange = Self(
        "nothingToChange", korean: "변경할 내용이 없습니다.", english: "There is nothing to change.", field: .input)
    /// The reply is blank.
    public static let replyEmpty = Self("replyEmpty", korean: "댓글에 내용이 없습니다.", english: "The reply is empty.", field: .reply)
    /// The hashtag is blank.
    public static let hashtagEmpty = Self(
        "hashtagEmpty", korean: "해시태그가 비어 있습니다.", english: "The hashtag is empty.", field: .hashtag)
    /// The value can't be an ID.
    public static let idInvalid = Self("idInvalid", korean: "올바르지 않은 ID입니다.", english: "This cannot be an ID.", field: .id)
    /// The path of a picture leaves the service.
    public static let pathInvalid = Self(
        "pathInvalid", korean: "올바르지 않은 사진 경로입니다.", english: "This cannot be the path of a picture.", field: .path)
    /// The post has more than 5 files.
    public static let tooManyFiles = Self(
        "tooManyFiles", korean: "파일은 5개까지 첨부할 수 있습니다.", english: "A post has at most 5 files.", field: .file)
    /// A file for a reply.
    public static let replyWithFiles = Self(
        "replyWithFiles", korean: "댓글에는 파일을 첨부할 수 없습니다.", english: "A reply cannot have files.", field: .file)
    /// A file of a post is larger than 10 MB.
    public static let fileTooLarge = Self(
        "fileTooLarge", korean: "파일은 10MB까지 첨부할 수 있습니다.", english: "A file has at most 10 MB.", field: .file)
    /// The profile picture is larger than 1 MB.
    public static let profilePictureTooLarge = Self(
        "profilePictureTooLarge", korean: "프로필 사진은 1MB까지 올릴 수 있습니다.",
        english: "The picture of a profile has at most 1 MB.", field: .file)
    /// The service does not accept this kind of file.
    public static let fileKindUnknown = Self(
        "fileKindUnknown", korean: "jpg, png, gif, pdf 파일만 첨부할 수 있습니다.",
        english: "Only jpg, png, gif and pdf files can be attached.", field: .file)
    /// A hashtag is more than one word.
    public static let hashtagInvalid = Self(
        "hashtagInvalid", korean: "해시태그에는 띄어쓰기와 #을 쓸 수 없습니다.",
        english: "A hashtag is one word, without # in it.", field: .hashtag)
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
