import Foundation

/// A logger that writes to standard error, one event a line: for tools in a terminal and servers in a container.
public struct StandardErrorLogger: HTTPLogger {
    /// Creates a logger that writes to standard error.
    public init() {}

    /// Writes `event`; a line that cannot be written is dropped.
    public func log(_ event: HTTPEvent) {
        // One write for the whole line, so that lines of several threads do not mix.
        try? FileHandle.standardError.write(contentsOf: Data("\(event.dated)\n".utf8))
    }
}
