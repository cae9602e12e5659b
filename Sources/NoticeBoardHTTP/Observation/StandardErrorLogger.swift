import Foundation

/// Writes each event to standard error, one a line: for tools in a terminal and servers in a container.
public struct StandardErrorLogger: HTTPObserver {
    private let handle: FileHandle

    /// An observer that writes to standard error.
    public init() { self.init(FileHandle.standardError) }

    init(_ handle: FileHandle) { self.handle = handle }

    /// Writes `event`; a full disk behind standard error is no reason to fail.
    public func observe(_ event: HTTPEvent) {
        // One write for the whole line, so that lines of several threads do not mix.
        try? handle.write(contentsOf: Data("\(event.dated)\n".utf8))
    }
}
