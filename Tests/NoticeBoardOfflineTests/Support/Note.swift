import NoticeBoardBase
import NoticeBoardOffline

/// An item of a service that a test changes.
struct Note: Codable, Identifiable, Equatable, Sendable {
    let id: String
    var title: String
    var text: String

    init(_ number: Int, title: String? = nil) {
        id = "n\(number)"
        self.title = title ?? "제목 \(number)"
        text = "\"Text\" of \(number)\\"
    }
}

extension MirrorRules<Note> {
    /// The rules of the tests' mirrors.
    static func notes(mostItems: Int? = nil, pageSize: Int = 10) -> Self {
        var rules = MirrorRules<Note>(texts: ["title": { $0.title }, "text": { $0.text }])
        rules.mostItems = mostItems
        rules.pageSize = pageSize
        return rules
    }
}
