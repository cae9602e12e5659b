import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// Arguments, validated before a call; errors never repeat the value, because errors end up in logs.
extension String {
    private static let idBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Returns the string if it is a valid ID: letters, digits, `-` and `_`, so that it is always one path segment.
    func checked() throws(NoticeBoardError) -> String {
        guard 1...200 ~= utf8.count, utf8.allSatisfy(Self.idBytes.contains) else {
            throw NoticeBoardError(.idInvalid, "An ID has letters, digits, - and _, and at least one of them.")
        }
        return self
    }

    /// Returns the reply text unless it is blank.
    func checkedReply() throws(NoticeBoardError) -> String {
        guard !isBlank else { throw NoticeBoardError(.replyEmpty, "A reply holds something that can be seen.") }
        return self
    }

    /// Returns the path if it is relative to the service and does not climb out of it.
    func checkedPath() throws(NoticeBoardError) -> String {
        // A server that decodes twice, or treats a backslash as a slash, must not find a way up either.
        let text = asciiLowercased
        let segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isPath = segments.allSatisfy { segment in
            !segment.isEmpty && !segment.elementsEqual(".".utf8) && !segment.elementsEqual("..".utf8)
        }
        let hasWayUp = ["\\", "%2e", "%2f"].contains { text.range(of: $0, options: .literal) != nil }
        guard isPath, !hasWayUp, unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
            !text.utf8.starts(with: "http:".utf8), !text.utf8.starts(with: "https:".utf8)
        else { throw NoticeBoardError(.pathInvalid, "A picture has a relative path that leads nowhere up.") }
        return self
    }

    /// The string without surrounding white space, which keyboards and password managers add to e-mail addresses.
    var withoutOuterWhiteSpace: String { trimmingCharacters(in: .whitespacesAndNewlines) }

    /// A hashtag without its leading `#`, if any.
    var withoutHash: String { unicodeScalars.first == "#" ? String(unicodeScalars.dropFirst()) : self }
}
