public import NoticeBoardBase

// Errors of a list.
extension NoticeBoardError.Code {
    /// The service repeats a position or a page, so the list would never end.
    public static let endlessList = Self(
        "endlessList", korean: "서버가 같은 목록을 되풀이합니다.", english: "The server repeats its list without an end.",
        remedy: .contactAdministrator)
    /// The position to continue from is lost: the list has none of the items before it any more.
    public static let placeLost = Self(
        "placeLost", korean: "이어서 읽을 위치를 찾을 수 없습니다.", english: "The place to read on from cannot be found.")
    /// The list ended before the total that the service reported.
    public static let endedEarly = Self(
        "endedEarly", korean: "목록을 끝까지 읽지 못했습니다.", english: "The list ended too early.", remedy: .retry(after: nil))
}
