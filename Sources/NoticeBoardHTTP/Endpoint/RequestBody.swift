public import Foundation
public import NoticeBoardBase

/// What a call carries, as its endpoint describes it.
///
/// It becomes bytes when the request is built.
public enum RequestBody: Sendable {
    /// A value as JSON, as the client's ``JSONCoding`` writes it.
    case json(any Encodable & Sendable)
    /// Names and values as `application/x-www-form-urlencoded`.
    case form(Query)
    /// Bytes as they are.
    case data(Data, contentType: String)
    /// A file's bytes, read while they are sent.
    case file(URL, contentType: String)
    /// Several parts as `multipart/form-data`, files read while they are sent.
    case multipart(Multipart)

    /// What is sent, and what it is.
    func encoded(_ json: JSONCoding) throws(NoticeBoardError) -> (body: HTTPBody, contentType: String) {
        switch self {
        case .json(let value):
            do {
                return (.data(try json.data(of: value)), "application/json")
            } catch {
                // The encoder's own error quotes the value that it could not encode.
                throw NoticeBoardError(
                    .invalidInput, "A \(type(of: value)) cannot be written as JSON.", remedy: .fixInput(.body))
            }
        case .form(let query):
            var bytes: [UInt8] = []
            query.append(to: &bytes)
            return (.data(Data(bytes.dropFirst())), "application/x-www-form-urlencoded")
        case .data(let data, let contentType):
            return (.data(data), contentType)
        case .file(let url, let contentType):
            return (try .file(url), contentType)
        case .multipart(let multipart):
            return (try multipart.encoded(), multipart.contentType)
        }
    }
}

extension RequestBody: Redacted {
    /// The kind alone, never what it holds.
    public var description: String {
        switch self {
        case .json: "json"
        case .form: "form"
        case .data(let data, let contentType): "\(data.count) bytes of \(contentType)"
        case .file(_, let contentType): "a file of \(contentType)"
        case .multipart(let multipart): multipart.description
        }
    }
}

/// A body of several parts, as `multipart/form-data` (RFC 7578): an upload of files and plain values together.
///
/// ```swift
/// case .publish(let title, let pictures):
///     .post("post", body: .multipart(Multipart([.text("title", title)] + pictures.map { .file("file", $0, contentType: "image/png") })))
/// ```
///
/// Files are read while they are sent: never whole, never copied, with a length that is known beforehand. What was sent can be
/// sent again, for a redirect or a retry. A file that changes meanwhile ends the call with `fileUnavailable`.
public struct Multipart: Sendable, Hashable {
    /// The parts, in the order in which they are sent.
    public var parts: [Part]
    /// What stands between the parts.
    ///
    /// Nobody looks for it in them: it is one of 62³², about 2·10⁵⁷, drawn by the system's generator in `init`. So
    /// who wrote a part cannot have known it, and it stands in a terabyte (10¹² places) by chance once in 10⁴⁵ bodies. To look
    /// would mean to read every file twice.
    package var boundary: String

    /// A body of `parts`.
    public init(_ parts: [Part] = []) {
        self.parts = parts
        let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        boundary = "NoticeBoard-" + String((0..<32).map { _ in letters[Int.random(in: 0..<letters.count)] })
    }

    /// One part.
    public struct Part: Sendable, Hashable {
        /// What the form calls it.
        public var name: String
        /// What the file is called; nothing for a plain value.
        public var fileName: String?
        /// What it is; nothing for text.
        public var contentType: String?
        package let content: Content

        /// What a part holds.
        package enum Content: Sendable, Hashable {
            /// Bytes in memory.
            case data(Data)
            /// A file's bytes.
            case file(URL)

            /// The same with the file as it is now.
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

        /// A plain value, in UTF-8.
        public static func text(_ name: String, _ value: String) -> Part {
            Part(name: name, content: .data(Data(value.utf8)))
        }

        /// Bytes in memory: a file, or a value that is no text.
        public static func data(_ name: String, _ data: Data, fileName: String? = nil, contentType: String) -> Part {
            Part(name: name, fileName: fileName, contentType: contentType, content: .data(data))
        }

        /// A file, under its own name unless another is given.
        public static func file(
            _ name: String, _ url: URL, fileName: String? = nil, contentType: String = "application/octet-stream"
        ) -> Part {
            Part(name: name, fileName: fileName ?? url.lastPathComponent, contentType: contentType, content: .file(url))
        }
    }
}

extension Multipart: Redacted {
    /// How many parts there are, never what they hold.
    public var description: String { "\(parts.count) parts" }
}

extension Multipart.Part: Redacted {
    /// The name in the form, never the file's name nor what it holds.
    public var description: String { name }
}

extension Multipart {
    /// The value of the request's `Content-Type`.
    var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// The body, whose files are as they are now.
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
            throw NoticeBoardError(.invalidInput, "The body is longer than an integer counts.", remedy: .fixInput(.body))
        }
        return body
    }
}

extension Multipart.Part {
    /// The header lines of the part and the empty line after them.
    fileprivate func head() throws(NoticeBoardError) -> String {
        var head = "Content-Disposition: form-data; name=\"\(Self.quoted(name))\""
        if let fileName { head += "; filename=\"\(Self.quoted(fileName))\"" }
        if let contentType {
            try HTTPHeaders.Field(name: .contentType, value: contentType).checkValue()
            head += "\r\nContent-Type: \(contentType)"
        }
        return head + "\r\n\r\n"
    }

    /// What would end the quotes or the line is percent-encoded, as browsers do it, and so is a backslash, which some servers
    /// take for the beginning of an escape.
    private static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                PercentEncoding.appendEscaped(byte, to: &bytes)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
