import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// The network between an app and a simulated board service, with faults that a story adds and removes.
///
/// `@unchecked Sendable`: the lock guards `rules`, which the main actor changes while requests run elsewhere.
public final class BoardNetwork: HTTPTransport, @unchecked Sendable {
    /// A kind of request.
    public enum Kind: Sendable {
        case all
        case boards
        /// Pages of a board's list.
        case posts
        /// Pages of a board's list after the first one.
        case furtherPosts
        case searches
    }

    /// What happens to a request instead of a normal response.
    public enum Fault: Sendable {
        case error(NoticeBoardError.Code)
        case status(Int, headers: HTTPHeaders = [:], body: String = "")
        case json(String)
        /// The request waits until the gate is open.
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

    /// Creates a network without faults.
    public init(_ service: BoardSimulator) { self.service = service }

    /// The number of requests sent by the app.
    public var requestCount: Int { lock.withLock { count } }

    /// Applies `fault` to the next `times` requests of a kind, by default to all of them.
    public func fail(_ kind: Kind = .all, _ fault: Fault, times: Int = .max) {
        lock.withLock { rules.append(Rule(kind: kind, fault: fault, left: times)) }
    }

    /// Takes the device off the network.
    public func disconnect() { fail(.all, .error(.noNetwork)) }
    /// Removes all faults.
    public func mend() { lock.withLock { rules = [] } }

    /// Forwards `request` to the service, unless a fault applies.
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
        case .status(let status, let headers, let body):
            return HTTPResponse(status: HTTPStatus(rawValue: status), headers: headers, body: Data(body.utf8))
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
