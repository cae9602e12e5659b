import ExampleSupport
import Foundation
import NoticeBoardKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The file of a mirror: one post a line, as JSON, in the order in which they came.
///
/// It is all there is to know for going on: nothing else is stored, so nothing can disagree with it. Whole lines alone
/// count; what a killed program left of its last line is cut off before more is written.
final class MirrorFile {
    private let path: String
    private let descriptor: Int32
    /// The posts in it, in order.
    private(set) var ids: [Post.ID] = []
    private var size: off_t = 0

    /// A new file; with `resuming` an existing one, or a new one where there is none.
    init(at path: String, resuming: Bool, board: Board.ID) throws(Failure) {
        self.path = path
        var status = stat()
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | (resuming ? 0 : O_EXCL), 0o644)
        guard descriptor >= 0 else {
            let number = errno
            if [EEXIST, EISDIR].contains(number), Self.isOther(stat(path, &status) == 0, status) {
                throw Self.isNoFile(path, status)
            }
            throw number == EEXIST
                ? Failure(.usage, "\(path) is there already: go on with it by --resume, or name another file.")
                : Failure(.fileTrouble, "\(path) cannot be opened: \(String(cString: strerror(number))).")
        }
        guard fstat(descriptor, &status) == 0, !Self.isOther(true, status) else { throw Self.isNoFile(path, status) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Failure(.fileTrouble, "Another board-mirror is writing to \(path).")
        }
        try read(board)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether what is there is something else than a file.
    private static func isOther(_ isThere: Bool, _ status: stat) -> Bool { isThere && status.st_mode & S_IFMT != S_IFREG }

    private static func isNoFile(_ path: String, _ status: stat) -> Failure {
        Failure(.usage, "\(path) is \(status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "no ordinary file"): name a file.")
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private func read(_ board: Board.ID) throws(Failure) {
        let decoder = JSONDecoder()
        var rest = Data()
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = chunk.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, size + off_t(rest.count)) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Failure(.fileTrouble, "\(path) cannot be read: \(Self.reason).") }
            if count == 0 { break }
            rest += chunk[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = rest[rest.startIndex..<end]
                guard let post = try? decoder.decode(Post.self, from: line) else {
                    throw Failure(.badData, "Line \(ids.count + 1) of \(path) is no post: this is no mirror's file.")
                }
                guard post.boardID ?? board == board else {
                    throw Failure(.usage, "\(path) holds posts of board \(post.boardID ?? 0), not of board \(board).")
                }
                ids.append(post.id)
                size += off_t(line.count + 1)
                rest = Data(rest[rest.index(after: end)...])
            }
        }
        if rest.isEmpty { return }
        guard isBrokenLine(rest) else {
            throw Failure(.badData, "The end of \(path) is no broken line of a mirror, and stays as it is: name another file.")
        }
        try cut()
    }

    /// Whether what follows the last whole line can be the beginning of a post's line: nothing else is ever taken away.
    ///
    /// Behind a post a brace tells; in a file without one the name that each of its lines begins with does.
    private func isBrokenLine(_ rest: Data) -> Bool {
        let start = Data((ids.isEmpty ? Self.lineStart : "{").utf8)
        return rest.prefix(start.count).elementsEqual(start.prefix(rest.count))
    }

    private static let lineStart = #"{"attachmentsCount":"#

    /// Puts posts at the end: all of them or none.
    func append(_ posts: [Post]) throws(Failure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var lines = Data()
        for post in posts {
            guard let line = try? encoder.encode(post) else {
                throw Failure(.badData, "Post \(post.id) cannot be written as JSON.")
            }
            lines += line + [UInt8(ascii: "\n")]
        }
        var written = 0
        while written < lines.count {
            let count = lines.withUnsafeBytes { putBytes(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                let reason = Self.reason
                try cut()
                throw Failure(
                    .fileTrouble, "\(path) cannot be written to: \(reason). It holds \(ids.count) posts; go on with --resume.")
            }
            written += count
        }
        size += off_t(lines.count)
        ids += posts.map(\.id)
    }

    /// Makes sure that what was written survives the machine too.
    func keep() throws(Failure) {
        guard fsync(descriptor) == 0 else { throw Failure(.fileTrouble, "\(path) cannot be kept: \(Self.reason).") }
    }

    /// Takes away what follows the last whole line.
    private func cut() throws(Failure) {
        guard ftruncate(descriptor, size) == 0 else {
            throw Failure(.fileTrouble, "The broken last line of \(path) cannot be taken away: \(Self.reason).")
        }
    }
}

private func putBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
