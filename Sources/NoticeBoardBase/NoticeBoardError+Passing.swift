// Which failures pass by themselves: each wider group contains the ones above it.
extension NoticeBoardError.Code {
    /// A connection failed that the next one, made at once, may replace.
    package var isOfConnection: Bool { Self.ofConnection.contains(self) }
    /// The network could not be used, so the service has not answered.
    package var isOfNetwork: Bool { isOfConnection || Self.ofNetwork.contains(self) }

    private static let ofConnection: Set<Self> = [.connectionLost, .unreachable, .proxyUnreachable]
    private static let ofNetwork: Set<Self> = [.noNetwork, .timedOut, .networkSignIn]
    fileprivate static let ofBusyService: Set<Self> = [.tooManyRequests, .tooEarly, .serverFailure]
}

extension NoticeBoardError {
    /// Whether the same call may succeed later without a change by the user: the network or the service failed, or an app's own
    /// code did.
    ///
    /// Lists, values, event streams and mirrors go on after such a failure, for example once the network has returned.
    package var mayPass: Bool {
        if code.isOfNetwork || code == .external || Code.ofBusyService.contains(code) { return true }
        guard let status = reply?.status else { return false }
        return [408, 425, 429].contains(status) || 500..<600 ~= status
    }
}
