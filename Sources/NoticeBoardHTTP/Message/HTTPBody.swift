public import Foundation

/// What a request carries.
public enum HTTPBody: Sendable, Hashable {
    /// Bytes in memory.
    case data(Data)
    /// A file's bytes, read while they are sent; no pipe and no device, which could be read only once.
    case file(URL)
    /// Pieces of memory and of files, one after the other, read while they are sent.
    case pieces([Piece])

    /// A piece of a body.
    public enum Piece: Sendable, Hashable {
        /// Bytes in memory.
        case data(Data)
        /// A file as it was when the request was built.
        case file(FileSnapshot)

        /// How many bytes it has.
        public var length: Int {
            switch self {
            case .data(let data): data.count
            case .file(let file): file.length
            }
        }
    }

    /// How many bytes `pieces` have together.
    static func length(of pieces: [Piece]) -> Int { pieces.reduce(0) { $0 + $1.length } }
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How much there is, never what.
    public var description: String {
        switch self {
        case .data(let data): "\(data.count) bytes"
        case .file: "a file"
        case .pieces(let pieces): "\(Self.length(of: pieces)) bytes in \(pieces.count) pieces"
        }
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// The same as ``description``.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}
