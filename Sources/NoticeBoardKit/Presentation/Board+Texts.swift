import NoticeBoardBase

extension Board {
    /// Returns the placeholder of the search field: `<board>에서 검색`.
    public func searchPlaceholder(in language: Language) -> String {
        language.text("search.placeholder", words: [name], korean: "\(name)에서 검색", english: "Search in \(name)")
    }
}
