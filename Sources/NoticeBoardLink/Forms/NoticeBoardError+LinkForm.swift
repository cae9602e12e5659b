public import NoticeBoardBase

// Form errors, found before anything is sent.
extension NoticeBoardError.Code {
    /// No e-mail address was entered.
    public static let emailMissing = Self(
        "emailMissing", korean: "이메일을 입력해 주세요.", english: "Enter an e-mail address.", remedy: .fixInput(.email))
    /// The e-mail address has no @.
    public static let emailWithoutAt = Self(
        "emailWithoutAt", korean: "이메일 주소에 @가 없습니다.", english: "An e-mail address has an @.", remedy: .fixInput(.email))
    /// The e-mail address is invalid for another reason.
    public static let emailInvalid = Self(
        "emailInvalid", korean: "이메일은 name@example.com처럼 적어 주세요.",
        english: "An e-mail address looks like name@example.com.", remedy: .fixInput(.email))
    /// No password was entered.
    public static let passwordMissing = Self(
        "passwordMissing", korean: "비밀번호를 입력해 주세요.", english: "Enter the password.", remedy: .fixInput(.password))
    /// The password has fewer than 6 characters.
    public static let passwordTooShort = Self(
        "passwordTooShort", korean: "비밀번호는 6자 이상이어야 합니다.", english: "A password has at least 6 characters.",
        remedy: .fixInput(.password))
    /// The nickname has fewer than 2 characters or more than 20.
    public static let nickLength = Self(
        "nickLength", korean: "닉네임은 2자 이상 20자 이하여야 합니다.", english: "A nickname has 2 to 20 characters.",
        remedy: .fixInput(.nick))
    /// The nickname contains characters other than letters, digits, 한글 and `_`.
    public static let nickCharacters = Self(
        "nickCharacters", korean: "닉네임에는 한글, 영문, 숫자, _만 쓸 수 있습니다.",
        english: "A nickname has only Korean and English letters, digits and _.", remedy: .fixInput(.nick))
    /// The phone number contains characters other than digits.
    public static let phoneCharacters = Self(
        "phoneCharacters", korean: "전화번호는 숫자만 입력해 주세요.", english: "A phone number has only digits.",
        remedy: .fixInput(.phone))
    /// The phone number has more than 11 digits.
    public static let phoneTooLong = Self(
        "phoneTooLong", korean: "전화번호는 11자리 이하여야 합니다.", english: "A phone number has at most 11 digits.",
        remedy: .fixInput(.phone))
    /// The birthday is not a valid date.
    public static let birthdayUnreadable = Self(
        "birthdayUnreadable", korean: "생년월일은 1999-01-31처럼 적어 주세요.", english: "A birthday looks like 1999-01-31.",
        remedy: .fixInput(.birthday))
    /// The birthday is in the future.
    public static let birthdayInFuture = Self(
        "birthdayInFuture", korean: "생년월일이 오늘보다 뒤입니다.", english: "The birthday is after today.",
        remedy: .fixInput(.birthday))
    /// The post has no visible content.
    public static let postEmpty = Self(
        "postEmpty", korean: "게시글에 내용이 없습니다.", english: "The post is empty.", remedy: .fixInput(.post))
    /// The form changes no field.
    public static let nothingToChange = Self(
        "nothingToChange", korean: "변경할 내용이 없습니다.", english: "There is nothing to change.", remedy: .fixInput(.input))
    /// The reply is blank.
    public static let replyEmpty = Self(
        "replyEmpty", korean: "댓글에 내용이 없습니다.", english: "The reply is empty.", remedy: .fixInput(.reply))
    /// The hashtag is blank.
    public static let hashtagEmpty = Self(
        "hashtagEmpty", korean: "해시태그가 비어 있습니다.", english: "The hashtag is empty.", remedy: .fixInput(.hashtag))
    /// The value can't be an ID.
    public static let idInvalid = Self(
        "idInvalid", korean: "올바르지 않은 ID입니다.", english: "This cannot be an ID.", remedy: .fixInput(.id))
    /// The path of a picture leaves the service.
    public static let pathInvalid = Self(
        "pathInvalid", korean: "올바르지 않은 사진 경로입니다.", english: "This cannot be the path of a picture.",
        remedy: .fixInput(.path))
    /// The post has more than 5 files.
    public static let tooManyFiles = Self(
        "tooManyFiles", korean: "파일은 5개까지 첨부할 수 있습니다.", english: "A post has at most 5 files.", remedy: .fixInput(.file))
    /// A file of a post is larger than 10 MB.
    public static let fileTooLarge = Self(
        "fileTooLarge", korean: "파일은 10MB까지 첨부할 수 있습니다.", english: "A file has at most 10 MB.", remedy: .fixInput(.file))
    /// The profile picture is larger than 1 MB.
    public static let profilePictureTooLarge = Self(
        "profilePictureTooLarge", korean: "프로필 사진은 1MB까지 올릴 수 있습니다.",
        english: "The picture of a profile has at most 1 MB.", remedy: .fixInput(.file))
    /// The service does not accept this kind of file.
    public static let fileKindUnknown = Self(
        "fileKindUnknown", korean: "jpg, png, gif, pdf 파일만 첨부할 수 있습니다.",
        english: "Only jpg, png, gif and pdf files can be attached.", remedy: .fixInput(.file))
    /// The file has no bytes.
    public static let fileEmpty = Self(
        "fileEmpty", korean: "빈 파일은 첨부할 수 없습니다.", english: "An empty file cannot be attached.", remedy: .fixInput(.file))
    /// The picture is truncated or has invalid data.
    public static let fileDamaged = Self(
        "fileDamaged", korean: "사진 파일이 손상되어 보낼 수 없습니다.", english: "The picture is damaged and cannot be sent.",
        remedy: .fixInput(.file))
}
