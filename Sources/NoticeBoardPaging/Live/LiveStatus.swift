public import Foundation

/// How well a list follows its service.
public enum LiveStatus: Sendable, Hashable {
    /// The list is being read, because changes may have been missed, or the first connection is made.
    case catchingUp
    /// The list shows every change of which the service tells.
    case following
    /// Changes may be missing since a moment: the list is closed, the app is in the background, or the connection is lost.
    case behind(since: Date)
}
