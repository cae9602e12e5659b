import Foundation
import NoticeBoardBase

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on its way: collects what arrives and resumes the caller exactly once.
///
/// Whoever ends it first (the answer, a failure, the caller's cancellation) takes the continuation; what comes later finds
/// none and is dropped.
final class Exchange: Sendable {
    private struct State {
        var continuation: CheckedContinuation<HTTPResponse, any Error>?
        var task: URLSessionTask?
        var response: HTTPURLResponse?
        var body = Data()
        var sink: FileSink?
        var progress = HTTPProgress.Update()
        /// Why what is sent cannot be read any further.
        var bodyFailure: NoticeBoardError?
        var isOver = false
    }

    private let state = Locked(State())
    /// What is sent.
    let body: HTTPBody?
    private let options: HTTPRequest.Options
    private let headerLimit: Int

    init(_ options: HTTPRequest.Options, body: HTTPBody?, headerLimit: Int) {
        self.options = options
        self.body = body
        self.headerLimit = headerLimit
    }

    /// Begins, unless the caller was cancelled before it got here.
    func begin(_ continuation: CheckedContinuation<HTTPResponse, any Error>, start: () -> URLSessionTask) {
        let mayStart = state.withLock { state in
            if !state.isOver { state.continuation = continuation }
            return !state.isOver
        }
        guard mayStart else { return continuation.resume(throwing: CancellationError()) }
        let task = start()
        let isLate = state.withLock { state in
            if !state.isOver { state.task = task }
            return state.isOver
        }
        if isLate { task.cancel() }
    }

    /// The caller leaves at once; the task is cancelled behind it.
    func cancel() { finish(.failure(CancellationError())) }

    /// What is sent, from its beginning, when it is to be streamed.
    func bodyStream() -> InputStream? {
        guard case .pieces(let pieces)? = body else { return nil }
        // The task holds its stream, and this holds the task: without `weak` they would keep each other.
        return BodyStream.over(HTTPBodyReader(pieces)) { [weak self] error in
            // Kept, since the system ends the task on hearing of it, with an error that says nothing.
            self?.state.withLock { $0.bodyFailure = error }
            // From another thread: this is the one on which the session works, which cancelling would wait for.
            DispatchQueue.global().async { self?.finish(.failure(error)) }
        }
    }

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        receiving { state in
            guard response.allHeaderFields.count <= headerLimit else {
                throw NoticeBoardError(.responseTooLarge, "The answer has more than \(headerLimit) header fields.")
            }
            state.response = response
            // The length on the wire is the compressed one; only an uncompressed body can be judged before it arrives.
            if response.value(forHTTPHeaderField: "Content-Encoding") == nil, response.expectedContentLength > 0 {
                try check(Int(response.expectedContentLength))
                state.progress.toReceive = Int(response.expectedContentLength)
            }
            if let destination = options.destination, HTTPStatus(rawValue: response.statusCode).isSuccess {
                state.sink = try FileSink(destination)
            }
        }
    }

    func receive(_ data: Data) {
        receiving { state in
            state.progress.received += data.count
            try check(state.progress.received)
            if let sink = state.sink { try sink.append(data) } else { state.body.append(data) }
        }
        reportProgress()
    }

    func sent(_ count: Int, of total: Int) {
        state.withLock { state in
            state.progress.sent = count
            // A streamed body's length is unknown to the system.
            state.progress.toSend = total > 0 ? total : body?.streamedLength
        }
        reportProgress()
    }

    func complete(_ task: URLSessionTask, _ error: (any Error)?) {
        let (response, body, sink, bodyFailure) = state.withLock { state in
            defer { state.sink = nil }
            return (state.response ?? task.response as? HTTPURLResponse, state.body, state.sink, state.bodyFailure)
        }
        do {
            if let bodyFailure { throw bodyFailure }
            if let error, !(error.isRejectedChallenge && response?.statusCode == 401) {
                throw NoticeBoardError(transportFailure: error)
            }
            guard let response else { throw NoticeBoardError(.connectionLost, "The connection ended without an answer.") }
            try sink?.finish()
            finish(.success(HTTPResponse(response, body: body, file: sink == nil ? nil : options.destination)))
        } catch {
            sink?.discard()
            finish(.failure(error))
        }
    }

    private func check(_ size: Int) throws {
        let limit = options.responseLimit ?? HTTPRequest.Options.usualResponseLimit
        guard size <= limit else { throw NoticeBoardError(.responseTooLarge, "The answer is larger than \(limit) bytes.") }
    }

    /// Changes the state with what arrived, unless all is over; a failure ends the exchange.
    private func receiving(_ change: (inout State) throws -> Void) {
        do {
            try state.withLock { state in if !state.isOver { try change(&state) } }
        } catch {
            finish(.failure(error))
        }
    }

    private func reportProgress() {
        guard let progress = options.progress else { return }
        let update = state.withLock { $0.isOver ? nil : $0.progress }
        if let update { progress.report(update) }
    }

    private func finish(_ result: Result<HTTPResponse, any Error>) {
        let (continuation, task, sink) = state.withLock { state in
            defer { (state.continuation, state.task, state.sink, state.body, state.isOver) = (nil, nil, nil, Data(), true) }
            return (state.continuation, state.task, state.sink)
        }
        sink?.discard()
        continuation?.resume(with: result)
        if case .failure = result { task?.cancel() }
    }
}

extension Error {
    /// Refusing a challenge for a password ends as a cancelled task on Linux, after the 401 itself was delivered.
    fileprivate var isRejectedChallenge: Bool {
        let code = (self as? URLError)?.code
        return code == .cancelled || code == .userCancelledAuthentication
    }
}

extension HTTPResponse {
    fileprivate init(_ response: HTTPURLResponse, body: Data, file: URL?) {
        var headers = HTTPHeaders()
        // A dictionary whose names differ in case for one field has lost their order: by name, so that it is at least the same.
        let fields = response.allHeaderFields.compactMap { name, value in (name as? String).map { ($0, value as? String ?? "") } }
        for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) {
            if let name = HTTPHeaderName(name) { headers.append(value, for: name) }
        }
        self.init(status: HTTPStatus(rawValue: response.statusCode), headers: headers, body: body, file: file)
    }
}

extension HTTPBody {
    fileprivate var streamedLength: Int? {
        guard case .pieces(let pieces) = self else { return nil }
        return HTTPBody.length(of: pieces)
    }
}
