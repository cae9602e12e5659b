import Foundation
import NoticeBoardBase
import NoticeBoardKit

/// A line of a mirror's file.
///
/// A post's line begins with its checksum and number, so that reading a file does not decode every post:
/// `{"crc":"1b2c3d4e","id":7,"plain":["title","writer","contents"],"post":{…}}`. Other lines are `{"gone":[7]}` and
/// `{"update":{…}}`.
enum MirrorLine {
    /// The record of a finished update.
    struct Finish: Codable, Sendable, Hashable {
        /// The date, in seconds since 2001.
        var at: Double
        /// The number of posts according to the service.
        var total: Int?
        /// Whether the mirror contains all posts down to the board's last one.
        var isComplete: Bool
        /// The first posts in the service's order, if it differs from the file's order.
        var head: [Post.ID]?
    }

    /// The kind of a line, without decoding it.
    enum Kind {
        case post(Post.ID, isNotice: Bool)
        case gone([Post.ID])
        case finish(Finish)
    }

    private struct Other: Codable {
        var gone: [Post.ID]?
        var update: Finish?
    }

    /// The part of a post's line after the texts.
    ///
    /// Leaves out the contents if they equal the plain text.
    private struct Rest: Codable {
        var post: Post
        var isPlain: Bool?
    }

    private static let start = #"{"crc":""#.utf8
    private static let idStart = #","id":"#
    private static let noticeMark = #","notice":true"#
    /// The offset of the checksummed part, after the eight digits and a quotation mark.
    private static let bodyStart = start.count + 9

    // MARK: - Writing

    static func line(of post: Post) throws -> [UInt8] {
        let text = post.plainContents
        let isPlain = text.hasSameBytes(as: post.contents)
        let plain = try StoredJSON.data(of: [post.title, post.writer?.name ?? "", text])
        // Sorted keys: `isPlain`, then `post`.
        let stored =
            isPlain ? Rest(post: post.replacing(contents: ""), isPlain: true) : Rest(post: post, isPlain: nil)
        let rest = try StoredJSON.data(of: stored)
        let head = idStart + "\(post.id)" + (post.type == .notice ? noticeMark : "") + #","plain":"#
        let body = Array(head.utf8) + plain + Array(",".utf8) + rest.dropFirst()
        let sum = String(CRC32.of(body), radix: 16)
        return Array(start) + Array((String(repeating: "0", count: 8 - sum.utf8.count) + sum + "\"").utf8) + body
    }

    static func line(gone ids: [Post.ID]) throws -> [UInt8] { Array(try StoredJSON.data(of: Other(gone: ids))) }

    static func line(_ finish: Finish) throws -> [UInt8] { Array(try StoredJSON.data(of: Other(update: finish))) }

    // MARK: - Reading

    /// Returns the kind of a line; throws if it is not a line of a mirror.
    static func kind(of line: Data) throws -> Kind {
        if line.starts(with: start) {
            guard let post = unsafe line.withUnsafeBytes({ unsafe post(in: $0) }) else { throw unreadable }
            return post
        }
        let other = try JSONDecoder().decode(Other.self, from: line)
        if let gone = other.gone { return .gone(gone) }
        guard let update = other.update else { throw unreadable }
        return .finish(update)
    }

    private static var unreadable: NoticeBoardError { NoticeBoardError(.storeDamaged, "A line of a mirror cannot be read.") }

    /// Parses the start of a post's line; returns `nil` if its checksum is wrong.
    ///
    /// Works on the bytes in place, since every line of a file is checked before its first post is shown.
    private static func post(in line: UnsafeRawBufferPointer) -> Kind? {
        let body = unsafe UnsafeRawBufferPointer(rebasing: line.dropFirst(bodyStart))
        let digits = unsafe String(decoding: line[start.count..<min(start.count + 8, line.count)], as: UTF8.self)
        guard let sum = UInt32(digits, radix: 16), unsafe CRC32.of(body) == sum else { return nil }
        let number = unsafe body.dropFirst(idStart.utf8.count).prefix { $0 == UInt8(ascii: "-") || 48...57 ~= $0 }
        guard let id = unsafe Post.ID(String(decoding: number, as: UTF8.self)) else { return nil }
        let isNotice = unsafe body.dropFirst(idStart.utf8.count + number.count).starts(with: noticeMark.utf8)
        return .post(id, isNotice: isNotice)
    }

    /// Decodes the post of a line.
    static func post(in line: ArraySlice<UInt8>) throws -> Post {
        let rest = try JSONDecoder().decode(Rest.self, from: Data(line))
        guard rest.isPlain == true else { return rest.post }
        guard let texts = texts(in: line) else { throw unreadable }
        return rest.post.replacing(contents: texts[2])
    }

    /// Reads the searchable texts of a post's line without decoding the post: the title, the writer's name and the contents
    /// without markup.
    static func texts(in line: ArraySlice<UInt8>) -> [String]? {
        guard var index = line.dropFirst(bodyStart).firstIndex(of: UInt8(ascii: "[")) else { return nil }
        var texts: [String] = []
        while texts.count < 3 {
            index += 1
            guard let text = readText(line, &index) else { return nil }
            texts.append(text)
        }
        return texts
    }

    /// Parses the JSON string that starts at `index` with a quotation mark, and moves `index` after it.
    ///
    /// `JSONDecoder` takes ten times as long for a long text without escapes.
    private static func readText(_ bytes: ArraySlice<UInt8>, _ index: inout Int) -> String? {
        guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "\"") else { return nil }
        let start = index + 1
        var end = start
        while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < bytes.endIndex else { return nil }
        index = end + 1
        let text = bytes[start..<end]
        guard text.contains(UInt8(ascii: "\\")) else { return String(decoding: text, as: UTF8.self) }
        return try? JSONDecoder().decode([String].self, from: Data("[\"".utf8 + text + "\"]".utf8)).first
    }
}
