public import NoticeBoardBase

extension Remedy.Input {
    /// What is searched for.
    public static let keyword = Self("keyword", korean: "검색어")
    /// In which fields was searched, as an entry of a history has it.
    public static let target = Self("target", korean: "검색 대상")
    /// The folder of a store.
    public static let directory = Self("directory", korean: "저장 폴더")
    /// The name of what a store is kept apart by.
    public static let scope = Self("scope", korean: "저장 범위의 이름")
    /// The name of where entries come from.
    public static let source = Self("source", korean: "가져올 곳의 이름")
}
