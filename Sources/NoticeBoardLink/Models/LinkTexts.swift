import NoticeBoardBase

/// The text fields of a post by their names: what a post, a form and a draft have in common.
struct LinkTexts: Sendable, Hashable {
    /// A text field; the raw value is its name on the wire.
    enum Field: String, Sendable, CaseIterable {
        case title, content, content1, content2, content3, content4, content5
    }

    private var values: [Field: String] = [:]

    /// Creates texts without any field.
    init() {}

    init(
        title: String?, content: String?, content1: String?, content2: String?, content3: String?, content4: String?,
        content5: String?
    ) {
        self[.title] = title
        self[.content] = content
        self[.content1] = content1
        self[.content2] = content2
        self[.content3] = content3
        self[.content4] = content4
        self[.content5] = content5
    }

    /// The text of a field; `nil` if it has none.
    subscript(field: Field) -> String? {
        get { values[field] }
        set { values[field] = newValue }
    }

    /// Whether no field has a visible text.
    var isBlank: Bool { values.values.allSatisfy(\.isBlank) }

    /// Returns the fields whose texts differ from others, with an empty text for a removed one.
    func changes(from others: LinkTexts) -> LinkTexts {
        var changes = LinkTexts()
        for field in Field.allCases {
            let text = self[field] ?? ""
            if text != others[field] ?? "" { changes[field] = text }
        }
        return changes
    }
}
