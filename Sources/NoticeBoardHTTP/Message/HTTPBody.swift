public import Foundation

/// What a request carries.
public enum HTTPBody: Sendable, Hashable {
    /// Bytes in memory.
    case data(Data)
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How much there is, never what.
    public var description: String {
        switch self {
        case .data(let data): "\(data.count) bytes"
        }
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// The same as ``description``.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}
