import Foundation
import NoticeBoardBase

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on its way: collects what arrives and resumes the caller exactly once.
final class Exchange: Sendable {
    private struct State {
        var continuation: CheckedContinuation<HTTPResponse, any Error>?
        var task: URLSessionTask?
        var response: HTTPURLResponse?
        var body = Data()
        var isCancelled = false
    }

    private let state = Locked(State())
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Begins unless the caller was cancelled before it got here.
    func begin(_ continuation: CheckedContinuation<HTTPResponse, any Error>, start: () -> URLSessionTask) {
        let mayStart = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return !state.isCancelled
        }
        guard mayStart else { return continuation.resume(throwing: CancellationError()) }
        let task = start()
        let isLate = state.withLock { state in
            state.task = task
            return state.continuation == nil
        }
        if isLate { task.cancel() }
    }

    /// The caller leaves at once; the task is cancelled behind it.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        finish(.failure(CancellationError()))
    }

    func receive(_ response: URLResponse) {
        state.withLock { $0.response = response as? HTTPURLResponse }
    }

    func receive(_ data: Data) {
        let isTooLarge = state.withLock { state in
            guard state.body.count + data.count <= limit else {
                state.body = Data()
                return true
            }
            state.body.append(data)
            return false
        }
        if isTooLarge { finish(.failure(NoticeBoardError(.responseTooLarge, "The answer is larger than \(limit) bytes."))) }
    }

    func complete(_ task: URLSessionTask, _ error: (any Error)?) {
        let (response, body) = state.withLock { ($0.response ?? task.response as? HTTPURLResponse, $0.body) }
        if let error, !(error.isRejectedChallenge && response?.statusCode == 401) {
            finish(.failure(NoticeBoardError(transportFailure: error)))
        } else if let response {
            finish(.success(HTTPResponse(response, body: body)))
        } else {
            finish(.failure(NoticeBoardError(.connectionLost, "The connection ended without an answer.")))
        }
    }

    private func finish(_ result: Result<HTTPResponse, any Error>) {
        let (continuation, task) = state.withLock { state in
            defer { state.continuation = nil }
            return (state.continuation, state.task)
        }
        continuation?.resume(with: result)
        if case .failure = result { task?.cancel() }
    }
}

extension Error {
    /// Refusing a challenge for a password ends as a cancelled task, after the 401 itself was delivered.
    fileprivate var isRejectedChallenge: Bool {
        let code = (self as? URLError)?.code
        return code == .cancelled || code == .userCancelledAuthentication
    }
}

extension HTTPResponse {
    fileprivate init(_ response: HTTPURLResponse, body: Data) {
        var headers = HTTPHeaders()
        for (name, value) in response.allHeaderFields {
            guard let name = (name as? String).flatMap({ HTTPHeaderName($0) }), let value = value as? String else { continue }
            headers.append(value, for: name)
        }
        self.init(status: HTTPStatus(rawValue: response.statusCode), headers: headers, body: body)
    }
}

extension NoticeBoardError {
    /// What URLSession's errors mean.
    ///
    /// The error itself is kept without its `userInfo`, which holds the whole address.
    fileprivate init(transportFailure error: any Error) {
        guard let failure = error as? URLError else {
            self.init(.unreachable, "The request could not be sent.")
            return
        }
        let (code, detail): (Code, String) =
            switch failure.code {
            case .timedOut: (.timedOut, "Nothing was received in time.")
            case .cannotFindHost, .dnsLookupFailed: (.unreachable, "The host's name has no address.")
            case .cannotConnectToHost: (.unreachable, "The host refuses the connection.")
            case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed:
                (.unreachable, "There is no network.")
            case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
                .serverCertificateHasUnknownRoot,
                .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired:
                (.untrustedServer, "No trusted connection could be made.")
            default: (.connectionLost, "The connection ended before the answer did.")
            }
        self.init(code, detail, underlying: URLError(failure.code))
    }
}
