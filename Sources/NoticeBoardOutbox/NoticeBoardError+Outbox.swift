public import NoticeBoardBase

// Why a draft takes no file.
extension NoticeBoardError.Code {
    /// The draft has as many files as it may have.
    public static let tooManyAttachments = Self(
        "tooManyAttachments", korean: "파일을 더 첨부할 수 없습니다.", english: "No more files can be attached.", remedy: .fixInput(.file))
    /// The draft is being sent, so no file can be attached.
    public static let draftBeingSent = Self(
        "draftBeingSent", korean: "보내고 있는 글에는 파일을 첨부할 수 없습니다.",
        english: "It is being sent, so no file can be attached.")
    /// The draft was sent or discarded before the file was attached.
    public static let draftGone = Self(
        "draftGone", korean: "이미 보냈거나 삭제한 글에는 파일을 첨부할 수 없습니다.",
        english: "It was sent or discarded, so no file can be attached.")
}
