public import NoticeBoardBase

// What a list came to.
extension NoticeBoardError.Code {
    /// The service goes round in a circle: it hands out a position, or a page, that it handed out before.
    public static let endlessList = Self(
        "endlessList", korean: "서버가 같은 목록을 되풀이합니다.", english: "The server repeats its list without an end.",
        remedy: .contactAdministrator)
    /// The place to read on from is no longer in the list: none of the items before it is.
    public static let placeLost = Self(
        "placeLost", korean: "이어서 읽을 위치를 찾을 수 없습니다.", english: "The place to read on from cannot be found.")
    /// Nothing more of a list came, although the service told of more than that.
    public static let endedEarly = Self(
        "endedEarly", korean: "목록을 끝까지 읽지 못했습니다.", english: "The list ended too early.", remedy: .retry(after: nil))
}
