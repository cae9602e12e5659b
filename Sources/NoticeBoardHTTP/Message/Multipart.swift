public import Foundation
import NoticeBoardBase

/// A body of several parts, as `multipart/form-data` (RFC 7578).
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
    /// Nobody looks for it in them: it is one of 62³², about 2·10⁵⁷, drawn by the system's generator when the body is made. So
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
        /// What it holds.
        public var content: Content

        /// What a part holds.
        public enum Content: Sendable, Hashable {
            /// Bytes in memory.
            case data(Data)
            /// A file's bytes.
            case file(URL)
        }

        /// A part.
        public init(name: String, fileName: String? = nil, contentType: String? = nil, content: Content) {
            self.name = name
            self.fileName = fileName
            self.contentType = contentType
            self.content = content
        }

        /// A plain value, in UTF-8.
        public static func text(_ name: String, _ value: String) -> Part {
            Part(name: name, content: .data(Data(value.utf8)))
        }

        /// A file that is in memory.
        public static func data(_ name: String, _ data: Data, fileName: String, contentType: String) -> Part {
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

extension Multipart: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many parts there are, never what they hold.
    public var description: String { "\(parts.count) parts" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// The same as ``description``.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}

extension Multipart.Part: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name in the form, never the file's name nor what it holds.
    public var description: String { name }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// The same as ``description``.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}
