import Foundation
import NoticeBoardBase

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on its way: collects what arrives and resumes the caller exactly once.
///
/// Whoever ends it first (the answer, a failure, the caller's cancellation) takes the continuation; what comes later finds
/// none and is dropped. Nothing here waits for the session, which may be busy with somebody else's answer for as long as that
/// server likes: starting and cancelling are left to a queue.
final class Exchange: Sendable {
    private struct State {
        var continuation: CheckedContinuation<HTTPResponse, any Error>?
        var task: URLSessionTask?
        var response: HTTPURLResponse?
        var body = Data()
        var sink: FileSink?
        /// The largest body that is taken.
        var limit: Int
        /// A body that nobody is sent any more lets go of its file.
        var stream: BodyStream? { didSet { oldValue?.close() } }
        var progress = HTTPProgress.Update()
        /// Why the exchange cannot come to an answer, whatever the system says about it.
        var failure: NoticeBoardError?
        var isOver = false
        /// Where the body goes while it arrives; `nil` when it is buffered.
        ///
        /// With it the caller is resumed with the head.
        var writer: HTTPStreamWriter?
        /// Whether the task is suspended because the reader is behind.
        var isSuspended = false

        /// Whether so many bytes more are taken; a file may be larger than an integer counts.
        func check(_ more: Int) throws {
            guard more <= limit - progress.received else {
                throw NoticeBoardError(.responseTooLarge, "The answer is larger than \(limit) bytes.")
            }
        }
    }

    private let state: Locked<State>
    let request: HTTPRequest
    private let queue: DispatchQueue

    init(_ request: HTTPRequest, queue: DispatchQueue) {
        self.request = request
        state = Locked(State(limit: request.responseLimit))
        self.queue = queue
    }

    /// Where the body goes while it arrives; `nil` when it is buffered.
    var stream: HTTPStreamWriter? {
        get { state.withLock(\.writer) }
        set { state.withLock { $0.writer = newValue } }
    }

    /// Begins with the task that `start` makes, unless the caller was cancelled before it got here.
    func begin(_ continuation: CheckedContinuation<HTTPResponse, any Error>, start: @escaping @Sendable () -> URLSessionTask) {
        let mayStart = state.withLock { state in
            if !state.isOver { state.continuation = continuation }
            return !state.isOver
        }
        guard mayStart else { return continuation.resume(throwing: CancellationError()) }
        queue.async { [self] in
            guard !state.withLock({ $0.isOver }) else { return }
            let task = start()
            let isLate = state.withLock { state in
                if !state.isOver { state.task = task }
                return state.isOver
            }
            task.resume()
            if isLate { task.cancel() }
        }
    }

    /// The caller leaves at once; the task is cancelled behind it.
    func cancel() { finish(.failure(CancellationError())) }

    /// What is sent, from its beginning, when it is to be streamed.
    func bodyStream() -> InputStream? {
        guard let body = request.body, body.onlyPiece == nil else { return nil }
        // The task holds its stream, and this holds the task: without `weak` they would keep each other.
        let stream = BodyStream(body.reader()) { [weak self] error in self?.fail(error) }
        state.withLock { state in
            state.stream = stream
            if state.isOver { state.stream = nil }
        }
        return stream.input
    }

    /// Ends it with `error`, whatever the system says about it.
    func fail(_ error: NoticeBoardError) {
        state.withLock { $0.failure = $0.failure ?? error }
        finish(.failure(error))
    }

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        receiving { state in
            guard response.allHeaderFields.count <= HTTPResponse.fieldLimit else {
                throw NoticeBoardError(.responseTooLarge, "The answer has more than \(HTTPResponse.fieldLimit) header fields.")
            }
            state.response = response
            guard state.writer == nil else { return }
            let place = request.place(for: HTTPStatus(rawValue: response.statusCode))
            state.limit = place.limit
            // The length on the wire is the compressed one; only an uncompressed body can be judged before it arrives, and
            // to a HEAD none will.
            let length = Int(clamping: response.expectedContentLength)
            if length > 0, request.method != .head, response.value(forHTTPHeaderField: "Content-Encoding") == nil {
                try state.check(length)
                state.progress.toReceive = length
            }
            if let file = place.file { state.sink = try FileSink(file) }
        }
        guard stream != nil else { return }
        let caller = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        caller?.resume(returning: HTTPResponse(response, body: Data(), file: nil))
    }

    func receive(_ data: Data) {
        if let stream {
            if !stream.write(data) { queue.async { [self] in suspendTask() } }
            state.withLock { $0.progress.received += data.count }
            return reportProgress()
        }
        receiving { state in
            try state.check(data.count)
            state.progress.received += data.count
            if let sink = state.sink { try sink.append(data) } else { state.body.append(data) }
        }
        reportProgress()
    }

    /// Suspends the task of a stream whose reader is behind, once: suspensions are counted.
    private func suspendTask() {
        let task = state.withLock { state in
            guard !state.isSuspended, state.writer?.isPaused == true else { return nil as URLSessionTask? }
            state.isSuspended = true
            return state.task
        }
        task?.suspend()
    }

    /// Resumes the task of a stream whose reader has caught up.
    func resumeTask() {
        queue.async { [self] in
            let task = state.withLock { state in
                defer { state.isSuspended = false }
                return state.isSuspended ? state.task : nil
            }
            task?.resume()
        }
    }

    func sent(_ count: Int64, of total: Int64) {
        state.withLock { state in
            state.progress.sent = Int(clamping: count)
            // A streamed body's length is unknown to the system.
            state.progress.toSend = total > 0 ? Int(clamping: total) : request.body?.length
        }
        reportProgress()
    }

    func complete(_ task: URLSessionTask, _ error: (any Error)?) {
        let (response, body, sink, failure) = state.withLock { state in
            defer { state.sink = nil }
            return (state.response ?? task.response as? HTTPURLResponse, state.body, state.sink, state.failure)
        }
        do {
            if let failure { throw failure }
            if let error, !(error.isRejectedChallenge && response?.statusCode == 401) {
                throw NoticeBoardError(transportFailure: error)
            }
            guard let response else { throw NoticeBoardError(.connectionLost, "The connection ended without an answer.") }
            try sink?.finish()
            finish(.success(HTTPResponse(response, body: body, file: sink == nil ? nil : request.destination)))
        } catch {
            sink?.discard()
            finish(.failure(error))
        }
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
        guard let progress = request.options.progress else { return }
        let update = state.withLock { $0.isOver ? nil : $0.progress }
        if let update { progress.report(update) }
    }

    private func finish(_ result: Result<HTTPResponse, any Error>) {
        let before = state.withLock { state in
            let before = state
            (state.continuation, state.task, state.sink, state.stream) = (nil, nil, nil, nil)
            (state.body, state.isOver) = (Data(), true)
            return before
        }
        if case .failure(let error) = result {
            before.writer?.finish(throwing: error)
        } else {
            before.writer?.finish()
        }
        before.continuation?.resume(with: result)
        before.sink?.discard()
        if case .failure = result, let task = before.task { queue.async { task.cancel() } }
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
