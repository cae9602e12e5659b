public import NoticeBoardBase

// Form errors, found before anything is sent.
extension NoticeBoardError.Code {
    /// Creates the code of an invalid field.
    init(_ name: String, korean: String, english: String, field: Remedy.Input) {
        self.init(name, korean: korean, english: english, remedy: .fixInput(field))
    }

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
    /// The file has no bytes.
    public static let fileEmpty = Self(
        "fileEmpty", korean: "빈 파일은 첨부할 수 없습니다.", english: "An empty file cannot be attached.", field: .file)
    /// The picture is truncated or has invalid data.
    public static let fileDamaged = Self(
        "fileDamaged", korean: "사진 파일이 손상되어 보낼 수 없습니다.", english: "The picture is damaged and cannot be sent.", field: .file)
    /// A hashtag is more than one word.
    public static let hashtagInvalid = Self(
        "hashtagInvalid", korean: "해시태그에는 띄어쓰기와 #을 쓸 수 없습니다.",
        english: "A hashtag is one word, without # in it.", field: .hashtag)
}
