import Foundation
import NoticeBoardBase

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One running request: collects the response and ends the call.
///
/// Nothing here waits for the session, which another server's response may keep busy for long: a queue starts and cancels the
/// tasks.
final class Exchange: Sendable {
    private struct State {
        var task: URLSessionTask?
        var response: HTTPURLResponse?
        /// `nil` while the session's queue changes it, and after the end.
        var body: BodyCollector?
        var isOver = false
        /// Whether the task is suspended while the reader is behind.
        var isSuspended = false
        /// A copy of a body that holds files among other pieces; the task reads it.
        var copy: PartFile?
        /// Whether the uploaded file was compared after its last byte was read, and what was found.
        var isFileChecked = false
        var fileFault: NoticeBoardError?

        mutating func takeBody() -> BodyCollector? {
            defer { body = nil }
            return body
        }
    }

    private let state: Locked<State>
    let call: TransportCall
    var request: HTTPRequest { call.request }
    private let queue: DispatchQueue

    /// A body that is one file, opened before the session reads it itself.
    private let uploaded: (file: FileSnapshot, handle: FileHandle)?

    init(_ request: HTTPRequest, queue: DispatchQueue) throws {
        call = TransportCall(request)
        state = Locked(State(body: BodyCollector(request)))
        self.queue = queue
        // FoundationNetworking hangs on a file that it cannot read.
        if case .file(let file)? = request.body?.onlyPiece {
            uploaded = (file, try file.opened())
        } else {
            uploaded = nil
        }
    }

    /// The file to upload; `nil` for a body in memory.
    var bodyFile: URL? { uploaded?.file.url ?? state.withLock { $0.copy?.url } }

    /// Whether the caller or the reader has left, or the response is complete.
    private var isOver: Bool { call.stream?.isOver ?? call.isOver }

    /// Starts the task that `make` returns, and waits for the response, or for its head if the call has a stream.
    func response(_ make: @escaping @Sendable () -> URLSessionTask) async throws -> HTTPResponse {
        try await call.response(start: { copyBody { [self] in start(make) } }, onCancel: cancel)
    }

    private func start(_ make: @escaping @Sendable () -> URLSessionTask) {
        queue.async { [self] in
            guard !isOver else { return }
            let task = make()
            state.withLock { $0.task = task }
            task.resume()
            // The caller may have left in between.
            if isOver { task.cancel() }
        }
    }

    /// Copies a body that holds files among other pieces to one file, then calls `done`; does not wait.
    private func copyBody(then done: @escaping @Sendable () -> Void) {
        guard let body = request.body, body.holdsFiles, uploaded == nil else { return done() }
        // A queue of its own has a thread that is not shared with tasks, and copying a film takes seconds.
        DispatchQueue(label: "NoticeBoard.transport.body", qos: .userInitiated).async { [self] in
            do {
                let copy = try (request.call ?? CallContext()).bodyCopy(of: body) { try body.copiedToFile { isOver } }
                state.withLock { $0.copy = copy }
                done()
            } catch {
                finish(.failure(error))
            }
        }
    }

    /// Ends the exchange at once; the task is cancelled in the background.
    @Sendable func cancel() { finish(.failure(CancellationError())) }

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        let isStream = call.stream != nil
        changeBody { [self] body in
            guard response.allHeaderFields.count <= HTTPResponse.fieldLimit else {
                throw NoticeBoardError(.responseTooLarge, "The answer has more than \(HTTPResponse.fieldLimit) header fields.")
            }
            state.withLock { $0.response = response }
            guard !isStream else { return }
            // `length` is the compressed length; only an uncompressed body can be checked before it arrives. A HEAD has no body.
            let length = Int(clamping: response.expectedContentLength)
            let isKnown = length > 0 && request.method != .head && response.value(forHTTPHeaderField: "Content-Encoding") == nil
            try body.begin(HTTPStatus(rawValue: response.statusCode), length: isKnown ? length : nil) { call.isOver }
        }
        if isStream { call.end(.success(HTTPResponse(response))) }
    }

    func receive(_ data: Data) {
        if let stream = call.stream {
            if !stream.write(data) { queue.async { [self] in suspendTask() } }
            state.withLock { $0.body?.progress.received += data.count }
            return reportProgress()
        }
        changeBody { try $0.append(data) }
        reportProgress()
    }

    /// Suspends the task of a stream whose reader is behind, only once, because suspensions are counted.
    private func suspendTask() {
        guard call.stream?.isPaused == true else { return }
        let task = state.withLock { state in
            defer { state.isSuspended = true }
            return state.isSuspended ? nil : state.task
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

    func sent(_ count: Int64) {
        state.withLock { $0.body?.progress.sent = Int(clamping: count) }
        reportProgress()
        // Later changes of the file do not concern the request.
        if let uploaded, count >= uploaded.file.length { _ = fileFault() }
    }

    func complete(_ task: URLSessionTask, _ error: (any Error)?) {
        let (received, body) = state.withLock { ($0.response, $0.takeBody()) }
        let response = received ?? task.response as? HTTPURLResponse
        // A server may refuse a request before it has the whole file.
        if (response?.statusCode ?? 0) < 400 || state.withLock(\.isFileChecked), var fault = fileFault() {
            if let response { fault = fault.answering(HTTPResponse(response)) }
            return finish(.failure(fault))
        }
        do {
            if let error, !(error.isRejectedChallenge && response?.statusCode == 401) {
                throw NoticeBoardError(transportFailure: error)
            }
            guard let response else { throw NoticeBoardError(.connectionLost, "The connection ended without an answer.") }
            if let body { finish(.success(try body.response(HTTPResponse(response)))) }
        } catch {
            finish(.failure(error))
        }
    }

    /// Returns an error if the file has changed that the session has read; compares it at the first call.
    private func fileFault() -> NoticeBoardError? {
        guard let uploaded, !state.withLock(\.isFileChecked) else { return state.withLock(\.fileFault) }
        var fault: NoticeBoardError?
        do throws(NoticeBoardError) { try uploaded.file.check(uploaded.handle) } catch { fault = error }
        state.withLock { ($0.isFileChecked, $0.fileFault) = (true, fault) }
        return fault
    }

    /// Changes the body unless the exchange is over; a thrown error ends it.
    ///
    /// Outside of the lock, which a cancellation on the main thread takes, because the body may be a file on a slow disk. Only
    /// the session's serial queue calls this.
    func changeBody(_ change: (inout BodyCollector) throws -> Void) {
        guard var body = state.withLock({ $0.takeBody() }) else { return }
        do { try change(&body) } catch { return finish(.failure(error)) }
        state.withLock { if !$0.isOver { $0.body = body } }
    }

    private func reportProgress() {
        guard let progress = request.options.progress, let update = state.withLock({ $0.body?.progress }) else { return }
        if !isOver { progress.report(update) }
    }

    /// Ends the exchange, unless it has ended already.
    func finish(_ result: Result<HTTPResponse, any Error>) {
        call.finish(result)
        // The body is released outside of the lock, since that may close its file.
        let (task, body) = state.withLock { state in
            defer { (state.task, state.isOver) = (nil, true) }
            return (state.task, state.takeBody())
        }
        withExtendedLifetime(body) {
            if case .failure = result, let task { queue.async { task.cancel() } }
        }
    }
}

extension Error {
    /// On Linux, rejecting a password challenge ends as a cancelled task after the 401 was delivered.
    fileprivate var isRejectedChallenge: Bool {
        let code = (self as? URLError)?.code
        return code == .cancelled || code == .userCancelledAuthentication
    }
}

extension HTTPResponse {
    /// Creates the head of a response.
    fileprivate init(_ response: HTTPURLResponse) {
        var headers = HTTPHeaders()
        // The dictionary has lost the fields' order; sorting by name makes it at least stable.
        let fields = response.allHeaderFields.compactMap { name, value in (name as? String).map { ($0, value as? String ?? "") } }
        for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) {
            if let name = HTTPHeaderName(name) { headers.append(value, for: name) }
        }
        self.init(status: HTTPStatus(rawValue: response.statusCode), headers: headers)
    }
}

extension HTTPBody {
    var holdsFiles: Bool {
        pieces.contains { if case .file = $0 { true } else { false } }
    }

    /// Copies the body to a new file that only its owner may read, since URLSession uploads one file or data.
    fileprivate func copiedToFile(unless isOver: () -> Bool) throws -> PartFile {
        let folder = FileManager.default.temporaryDirectory
        PartFile.sweepOnce(folder)
        let copy = try PartFile(for: folder.appendingPathComponent("body"))
        let reader = reader()
        var sink = try FileSink(copy.url)
        while let piece = try reader.read(upTo: 1 << 16) {
            guard !isOver() else { throw CancellationError() }
            try sink.append(piece)
        }
        try sink.finish()
        return copy
    }
}
