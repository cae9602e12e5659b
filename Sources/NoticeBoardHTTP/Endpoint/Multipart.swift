public import Foundation
public import NoticeBoardBase

/// A body of several parts as `multipart/form-data` (RFC 7578), to upload files together with plain values.
///
/// ```swift
/// case .publish(let title, let pictures):
///     .post("post", body: .multipart(Multipart([.text("title", title)] + pictures.map { .file("file", $0, contentType: "image/png") })))
/// ```
///
/// Files are never read into memory as a whole, and the length is known in advance. ``URLSessionTransport`` first copies a body
/// with files to a temporary file. The body can be sent again, for a redirect or a retry. A file that changes in the meantime
/// fails the call with `fileUnavailable`.
public struct Multipart: Sendable, Hashable, Redacted {
    /// The parts, in the order they are sent.
    public var parts: [Part]
    /// The separator of the parts.
    ///
    /// It is one of 2¹²², drawn by the system's generator in `init`. The author of a part cannot know it, and a terabyte contains
    /// it by chance once in 10²⁴ bodies. So the parts are not searched for it, which would read every file twice.
    package var boundary: String

    /// Creates a body of `parts`.
    public init(_ parts: [Part] = []) {
        self.parts = parts
        boundary = "NoticeBoard-\(UUID().uuidString)"
    }

    /// One part.
    public struct Part: Sendable, Hashable, Redacted {
        /// The name in the form.
        public var name: String
        /// The file's name; `nil` for a plain value.
        public var fileName: String?
        /// The media type; `nil` for text.
        public var contentType: String?
        package let content: Content

        /// The content of a part.
        package enum Content: Sendable, Hashable {
            /// Bytes in memory.
            case data(Data)
            /// The bytes of a file.
            case file(URL)

            /// Returns the body, with the file's current state.
            package func body() throws(NoticeBoardError) -> HTTPBody {
                switch self {
                case .data(let data): .data(data)
                case .file(let url): try .file(url)
                }
            }
        }

        package init(name: String, fileName: String? = nil, contentType: String? = nil, content: Content) {
            self.name = name
            self.fileName = fileName
            self.contentType = contentType
            self.content = content
        }

        /// Creates a plain value, in UTF-8.
        public static func text(_ name: String, _ value: String) -> Part {
            Part(name: name, content: .data(Data(value.utf8)))
        }

        /// Creates a part from bytes: a file, or a value that is not text.
        public static func data(_ name: String, _ data: Data, fileName: String? = nil, contentType: String) -> Part {
            Part(name: name, fileName: fileName, contentType: contentType, content: .data(data))
        }

        /// Creates a part from a file, under its own name unless another is given.
        public static func file(
            _ name: String, _ url: URL, fileName: String? = nil, contentType: String = "application/octet-stream"
        ) -> Part {
            Part(name: name, fileName: fileName ?? url.lastPathComponent, contentType: contentType, content: .file(url))
        }

        /// The name in the form, without the file's name and content.
        public var description: String { name }

        /// Returns the part's header lines and the empty line after them.
        fileprivate func head() throws(NoticeBoardError) -> String {
            var head = "Content-Disposition: form-data; name=\"\(Self.quoted(name))\""
            if let fileName { head += "; filename=\"\(Self.quoted(fileName))\"" }
            if let contentType {
                try HTTPHeaders.Field(name: .contentType, value: contentType).checkValue()
                head += "\r\nContent-Type: \(contentType)"
            }
            return head + "\r\n\r\n"
        }

        /// Escapes characters that would end the quotes or the line, as browsers do.
        ///
        /// Also escapes the backslash, which some servers take for an escape.
        private static func quoted(_ text: String) -> String {
            var bytes: [UInt8] = []
            PercentEncoding.append(text, to: &bytes) { $0 >= 0x20 && $0 != 0x7F && !"\"\\".utf8.contains($0) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The number of parts, without their content.
    public var description: String { "\(parts.count) parts" }

    /// The value of the request's `Content-Type`.
    var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// Returns the body, with its files' current state.
    func encoded() throws(NoticeBoardError) -> HTTPBody {
        var pieces: [HTTPBody.Piece] = []
        var text = ""
        for part in parts {
            text += "--\(boundary)\r\n" + (try part.head())
            pieces.append(.data(Data(text.utf8)))
            pieces += try part.content.body().pieces
            text = "\r\n"
        }
        pieces.append(.data(Data((text + "--\(boundary)--\r\n").utf8)))
        let body = HTTPBody.pieces(pieces)
        guard body.length < .max else {
            throw NoticeBoardError(invalid: .body, "The body is longer than an integer counts.")
        }
        return body
    }
}
