public import Foundation

/// What a request carries.
public enum HTTPBody: Sendable, Hashable {
    /// Bytes in memory.
    case data(Data)
    /// A file's bytes, read while they are sent.
    case file(URL)

    /// Whether it can be sent a second time, for a redirect or a retry: anything but a file that is a pipe or a device.
    public var canBeSentAgain: Bool {
        switch self {
        case .data: true
        case .file(let url): (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) ?? false
        }
    }
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How much there is, never what.
    public var description: String {
        switch self {
        case .data(let data): "\(data.count) bytes"
        case .file: "a file"
        }
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// The same as ``description``.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}
