import NoticeBoardBase

extension NoticeBoardError {
    /// Whether the same load may succeed later without anybody doing something, for example once the network has returned.
    var mayPass: Bool {
        switch code {
        case .noNetwork, .connectionLost, .unreachable, .proxyUnreachable, .timedOut, .networkSignIn, .external: return true
        default:
            guard let status = reply?.status else { return false }
            return [408, 425, 429].contains(status) || 500..<600 ~= status
        }
    }
}
