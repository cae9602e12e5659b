public import NoticeBoardBase
public import NoticeBoardHTTP

/// The fields of a new post, or the fields to change in an existing one.
///
/// A `nil` field is not sent; an edit leaves it unchanged.
public struct LinkPostForm: Sendable, Hashable {
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
        (self.content1, self.content2, self.content3) = (content1, content2, content3)
        (self.content4, self.content5) = (content4, content5)
        self.files = files
        self.progress = progress
    }

    private var texts: [(name: String, text: String?)] {
        [
            ("title", title), ("content", content), ("content1", content1), ("content2", content2), ("content3", content3),
            ("content4", content4), ("content5", content5),
        ]
    }

    /// The problem with the form as a new post; `nil` if its texts and number of files are valid.
    public var problem: NoticeBoardError.Code? {
        if files.count > 5 { return .tooManyFiles }
        return files.isEmpty && texts.allSatisfy { $0.text?.isBlank ?? true } ? .postEmpty : nil
    }

    /// Throws the problem with the form, if any.
    func check(isNew: Bool, beforeCleaning: Bool = false) throws(NoticeBoardError) {
        if files.count > 5 {
            throw NoticeBoardError(.tooManyFiles, "The post has \(files.count) files; the service takes 5.")
        }
        if isNew, problem != nil { throw NoticeBoardError(.postEmpty, "A post has a text or a file.") }
        if self == LinkPostForm(progress: progress) {
            throw NoticeBoardError(.nothingToChange, "The form of an edit names no field.")
        }
        for file in files {
            try file.check(limit: 10 * LinkFile.megabyte, else: .fileTooLarge, beforeCleaning: beforeCleaning)
        }
    }

    /// Returns the form as it is sent, with its pictures cleaned.
    ///
    /// Throws before reading a file if even cleaning can't bring the form below its limits.
    func ready(cleaning: Bool, isNew: Bool) async throws -> LinkPostForm {
        try check(isNew: isNew, beforeCleaning: cleaning)
        guard cleaning, !files.isEmpty else { return self }
        var ready = self
        for index in files.indices {
            try Task.checkCancellation()
            ready.files[index] = try files[index].prepared()
        }
        try ready.check(isNew: isNew)
        return ready
    }

    /// Returns the multipart form: texts first, then a `file` part for each file.
    func multipart(product: String?) -> Multipart {
        let fields = texts + [("product_id", product)]
        return Multipart(
            fields.compactMap { field in field.text.map { .text(field.name, $0) } }
                + files.enumerated().map { $1.part("file", number: $0 + 1) })
    }
}

extension LinkPostForm: Redacted {
    /// The number of files alone: descriptions end up in logs.
    public var description: String { "LinkPostForm(\(files.count) files)" }
}
