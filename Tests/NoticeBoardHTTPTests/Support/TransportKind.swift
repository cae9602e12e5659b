import NoticeBoardHTTP
import Testing

/// The transports for production that this system has: each keeps the whole contract, but for known faults of its system.
enum TransportKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case urlSession
    #if os(Linux)
        case curl
    #endif

    var testDescription: String { rawValue }

    func make(connectionsPerHost: Int = 16) throws -> any HTTPTransport {
        switch self {
        case .urlSession: URLSessionTransport(connectionsPerHost: connectionsPerHost)
        #if os(Linux)
            case .curl: try CurlTransport(connectionsPerHost: connectionsPerHost)
        #endif
        }
    }

    /// Whether it stands on FoundationNetworking, some of whose faults nothing above it can cure.
    var hasFaultsOfFoundationNetworking: Bool { Self.allCases.count > 1 && self == .urlSession }
}
