import Foundation

/// A logger that writes to standard error, one event per line, for terminal tools and servers in containers.
public struct StandardErrorLogger: HTTPLogger {
    /// Creates a logger that writes to standard error.
    public init() {}

    /// Writes `event`; a line that cannot be written is dropped.
    public func log(_ event: HTTPEvent) {
        // One write per line, so that lines of several threads do not mix.
        try? FileHandle.standardError.write(contentsOf: Data("\(event.dated)\n".utf8))
    }
}
