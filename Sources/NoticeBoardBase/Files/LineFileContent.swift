package import Foundation

/// The values of a ``LineFile``, built up by reading its lines in order.
package protocol LineFileContent: Sendable {
    /// The values in the first line. They change only when the file is rewritten.
    associatedtype Header: Codable

    /// The version of the format. A file with a higher one is left alone.
    static var version: Int { get }
    /// Creates the content of a file that does not exist.
    init()
    /// The values for the first line.
    var header: Header { get }
    /// The approximate size of a rewritten file, in bytes.
    var liveSize: Int { get }
    /// Reads the values of the first line.
    mutating func read(_ header: Header) throws
    /// Reads a line that begins at `offset`; throws if the line is unreadable.
    mutating func read(_ line: Data, at offset: Int) throws
    /// Ends a sequence of lines.
    mutating func finishReading()
    /// Passes every line to `add`, which returns its offset. `old` reads a range of the current file.
    mutating func write(_ add: ([UInt8]) throws -> Int, old: (Range<Int>) throws -> [UInt8]) throws
}
