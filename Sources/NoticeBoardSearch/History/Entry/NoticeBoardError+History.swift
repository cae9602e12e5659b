public import NoticeBoardBase

extension NoticeBoardError.Code {
    /// The search history is off, so that nothing can be added to it.
    public static let historyOff = Self("historyOff", korean: "검색 기록이 꺼져 있습니다.", english: "The search history is off.")
    /// Newer searches left no room for the entries to restore.
    public static let historyFull = Self(
        "historyFull", korean: "검색 기록에 남은 자리가 없습니다.", english: "There is no room left in the search history.")
}
