import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// The network between an app and a simulated board service, which a story breaks and mends.
///
/// The lock guards `rules`, which the main actor changes while requests run elsewhere.
public final class BoardNetwork: HTTPTransport, @unchecked Sendable {
    /// Requests of a kind.
    public enum Kind: Sendable {
        case all
        case boards
        /// Pages of a board's list.
        case posts
        /// Pages of a board's list behind the first one.
        case furtherPosts
        case searches
    }

    /// What happens to a request instead of being answered.
    public enum Fault: Sendable {
        case error(NoticeBoardError.Code)
        case status(Int, headers: HTTPHeaders = [:])
        case json(String)
        /// The service answers once the gate is open.
        case held(Gate)
    }

    private struct Rule {
        let kind: Kind
        let fault: Fault
        var left: Int
    }

    private let service: BoardSimulator
    private let lock = NSLock()
    private var rules: [Rule] = []
    private var count = 0

    /// A network that works.
    public init(_ service: BoardSimulator) { self.service = service }

    /// How many requests an app has sent.
    public var requestCount: Int { lock.withLock { count } }

    /// Lets `fault` happen to the next requests of a kind, all of them unless `times` says how many.
    public func fail(_ kind: Kind = .all, _ fault: Fault, times: Int = .max) {
        lock.withLock { rules.append(Rule(kind: kind, fault: fault, left: times)) }
    }

    /// Takes the device off the network.
    public func disconnect() { fail(.all, .error(.noNetwork)) }
    /// Ends all faults.
    public func mend() { lock.withLock { rules = [] } }

    /// Sends `request` on to the service, unless a fault befalls it.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let fault = lock.withLock { () -> Fault? in
            count += 1
            guard let index = rules.firstIndex(where: { $0.left > 0 && $0.kind.contains(request.target) }) else { return nil }
            rules[index].left -= 1
            return rules[index].fault
        }
        switch fault {
        case nil: break
        case .error(let code): throw NoticeBoardError(code, "The story's network fails.")
        case .status(let status, let headers): return HTTPResponse(status: HTTPStatus(rawValue: status), headers: headers)
        case .json(let text): return .json(text)
        case .held(let gate): try await gate.pass()
        }
        return try await service.send(request)
    }
}

extension BoardNetwork.Kind {
    fileprivate func contains(_ target: String) -> Bool {
        switch self {
        case .all: true
        case .boards: !target.contains("/posts")
        case .posts: target.contains("/posts") && !target.contains("search=")
        case .furtherPosts: target.contains("/posts") && !target.contains("search=") && !target.contains("offset=0")
        case .searches: target.contains("search=")
        }
    }
}
