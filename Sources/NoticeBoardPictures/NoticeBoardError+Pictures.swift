public import NoticeBoardBase

// Why a picture cannot be uploaded.
extension NoticeBoardError.Code {
    /// The picture is none of the formats that can be cleaned.
    public static let pictureKindUnknown = Self(
        "pictureKindUnknown", korean: "jpg, png, gif 사진만 첨부할 수 있습니다.",
        english: "Only jpg, png and gif pictures can be attached.", remedy: .fixInput(.file))
    /// The picture has too many bytes, however small it is made.
    public static let pictureTooLarge = Self(
        "pictureTooLarge", korean: "사진이 너무 큽니다.", english: "The picture is too large.", remedy: .fixInput(.file))
    /// The file has no bytes.
    public static let fileEmpty = Self(
        "fileEmpty", korean: "빈 파일은 첨부할 수 없습니다.", english: "An empty file cannot be attached.", remedy: .fixInput(.file))
    /// The picture is truncated or has invalid data.
    public static let fileDamaged = Self(
        "fileDamaged", korean: "사진 파일이 손상되어 보낼 수 없습니다.", english: "The picture is damaged and cannot be sent.",
        remedy: .fixInput(.file))
}
