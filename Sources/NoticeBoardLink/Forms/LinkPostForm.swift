public import NoticeBoardBase
public import NoticeBoardHTTP

/// The fields of a new post, or the fields to change in an existing one.
///
/// A `nil` field is not sent; an edit leaves it unchanged.
public struct LinkPostForm: Sendable, Hashable, Redacted {
    /// The title.
    public var title: String?
    /// The text; the service extracts its hashtags.
    public var content: String?
    /// Free fields for the app's own use.
    public var content1, content2, content3, content4, content5: String?
    /// The pictures and documents, at most 5.
    ///
    /// In an edit they replace all files of the post; an empty list leaves them unchanged.
    public var files: [LinkFile]
    /// Receives the upload progress.
    public var progress: HTTPProgress?

    /// Creates a form with these fields.
    public init(
        title: String? = nil, content: String? = nil, content1: String? = nil, content2: String? = nil, content3: String? = nil,
        content4: String? = nil, content5: String? = nil, files: [LinkFile] = [], progress: HTTPProgress? = nil
    ) {
        self.title = title
        self.content = content
        self.content1 = content1
        self.content2 = content2
        self.content3 = content3
        self.content4 = content4
        self.content5 = content5
        self.files = files
        self.progress = progress
    }

    init(texts: LinkTexts, files: [LinkFile], progress: HTTPProgress?) {
        self.init(
            title: texts[.title], content: texts[.content], content1: texts[.content1], content2: texts[.content2],
            content3: texts[.content3], content4: texts[.content4], content5: texts[.content5], files: files,
            progress: progress)
    }

    /// The title, the text and the free fields.
    var texts: LinkTexts {
        LinkTexts(
            title: title, content: content, content1: content1, content2: content2, content3: content3, content4: content4,
            content5: content5)
    }

    /// The problem with the form as a new post; `nil` if its texts and number of files are valid.
    public var problem: NoticeBoardError.Code? {
        if files.count > 5 { return .tooManyFiles }
        return files.isEmpty && texts.isBlank ? .postEmpty : nil
    }

    /// Returns the form as it is sent, with its pictures cleaned; throws the first problem.
    func ready(cleaning: Bool, isNew: Bool) throws -> LinkPostForm {
        if files.count > 5 { throw NoticeBoardError(.tooManyFiles, "The post has \(files.count) files; the service takes 5.") }
        if isNew, problem != nil { throw NoticeBoardError(.postEmpty, "A post has a text or a file.") }
        if self == LinkPostForm(progress: progress) {
            throw NoticeBoardError(.nothingToChange, "The form of an edit names no field.")
        }
        var ready = self
        for index in files.indices { ready.files[index] = try files[index].readyForPost(cleaning: cleaning) }
        return ready
    }

    /// Returns the multipart form: texts first, then a `file` part for each file.
    func multipart(product: String?) -> Multipart {
        let texts = texts
        var parts = LinkTexts.Field.allCases.compactMap { field in texts[field].map { Multipart.Part.text(field.rawValue, $0) } }
        if let product { parts.append(.text("product_id", product)) }
        return Multipart(parts + files.enumerated().map { $1.part("file", number: $0 + 1) })
    }
}
