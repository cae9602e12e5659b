import NoticeBoardHTTP
import Testing

/// The production transports of this system.
///
/// Each meets the whole contract except for known system faults.
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

    /// Whether it is based on FoundationNetworking, some of whose faults no layer above can fix.
    var hasFaultsOfFoundationNetworking: Bool { Self.allCases.count > 1 && self == .urlSession }
}
