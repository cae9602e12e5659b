/// Says whether the device has a network, and when it returns.
///
/// Only a hint: no call is held back because of it, since a server may be reachable without the network that is watched, and
/// unreachable with it. It shortens waits: what failed without a network is tried again as soon as there is one.
public protocol NetworkStatus: Sendable {
    /// Whether there is a network; `nil` as long as that is unknown.
    var isOnline: Bool? { get }
    /// Returns a stream with an element each time the network returns, from now on.
    ///
    /// A slow reader gets one element for several returns.
    func returns() -> AsyncStream<Void>
}
