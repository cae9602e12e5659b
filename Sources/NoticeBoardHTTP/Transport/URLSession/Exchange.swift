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
        var body: BodyCollector
        /// Whether the task is suspended while the reader is behind.
        var isSuspended = false
    }

    private let state: Locked<State>
    let call: TransportCall
    var request: HTTPRequest { call.request }
    private let queue: DispatchQueue

    /// A copy of a body that holds files among other pieces; it exists until the task has ended.
    private let copiedBody: PartFile?

    init(_ request: HTTPRequest, queue: DispatchQueue) throws {
        call = TransportCall(request)
        state = Locked(State(body: BodyCollector(request)))
        self.queue = queue
        copiedBody = try request.body.flatMap { $0.holdsFiles && $0.onlyPiece == nil ? try $0.copiedToFile() : nil }
    }

    /// The file to upload; `nil` for a body in memory.
    var bodyFile: URL? {
        if case .file(let file)? = request.body?.onlyPiece { return file.url }
        return copiedBody?.url
    }

    /// Whether the caller or the reader has left, or the response is complete.
    private var isOver: Bool { call.stream?.isOver ?? call.isOver }

    /// Starts the task that `make` returns, and waits for the response, or for its head if the call has a stream.
    func response(_ make: @escaping @Sendable () -> URLSessionTask) async throws -> HTTPResponse {
        try await call.response(
            start: {
                queue.async { [self] in
                    guard !isOver else { return }
                    let task = make()
                    state.withLock { $0.task = task }
                    task.resume()
                    // The caller may have left in between.
                    if isOver { task.cancel() }
                }
            }, onCancel: cancel)
    }

    /// Ends the exchange at once; the task is cancelled in the background.
    @Sendable func cancel() { finish(.failure(CancellationError())) }

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        // Outside of `receiving`, which takes the call's lock.
        let isStream = call.stream != nil
        receiving { state in
            guard response.allHeaderFields.count <= HTTPResponse.fieldLimit else {
                throw NoticeBoardError(.responseTooLarge, "The answer has more than \(HTTPResponse.fieldLimit) header fields.")
            }
            state.response = response
            guard !isStream else { return }
            // `length` is the compressed length; only an uncompressed body can be checked before it arrives. A HEAD has no body.
            let length = Int(clamping: response.expectedContentLength)
            let isKnown = length > 0 && request.method != .head && response.value(forHTTPHeaderField: "Content-Encoding") == nil
            try state.body.begin(HTTPStatus(rawValue: response.statusCode), length: isKnown ? length : nil)
        }
        if isStream { call.end(.success(HTTPResponse(response))) }
    }

    func receive(_ data: Data) {
        if let stream = call.stream {
            if !stream.write(data) { queue.async { [self] in suspendTask() } }
            state.withLock { $0.body.progress.received += data.count }
            return reportProgress()
        }
        receiving { try $0.body.append(data) }
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
        state.withLock { $0.body.progress.sent = Int(clamping: count) }
        reportProgress()
    }

    func complete(_ task: URLSessionTask, _ error: (any Error)?) {
        let (response, body) = state.withLock { ($0.response ?? task.response as? HTTPURLResponse, $0.body) }
        do {
            if let error, !(error.isRejectedChallenge && response?.statusCode == 401) {
                throw NoticeBoardError(transportFailure: error)
            }
            guard let response else { throw NoticeBoardError(.connectionLost, "The connection ended without an answer.") }
            finish(.success(try body.response(HTTPResponse(response))))
        } catch {
            finish(.failure(error))
        }
    }

    /// Changes the state unless the call is over; a thrown error ends the exchange.
    private func receiving(_ change: (inout State) throws -> Void) {
        do {
            try call.ifRunning { try state.withLock(change) }
        } catch is CancellationError {
            // Over already.
        } catch {
            finish(.failure(error))
        }
    }

    private func reportProgress() {
        guard let progress = request.options.progress else { return }
        if !isOver { progress.report(state.withLock(\.body.progress)) }
    }

    /// Ends the exchange, unless it has ended already.
    func finish(_ result: Result<HTTPResponse, any Error>) {
        call.finish(result)
        let task = state.withLock { state in
            defer { (state.task, state.body) = (nil, BodyCollector(request)) }
            return state.task
        }
        if case .failure = result, let task { queue.async { task.cancel() } }
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
    fileprivate func copiedToFile() throws -> PartFile {
        let folder = FileManager.default.temporaryDirectory
        PartFile.sweep(folder)
        let copy = try PartFile(for: folder.appendingPathComponent("body"))
        var (reader, sink) = (reader(), try FileSink(copy.url))
        while let piece = try reader.read(upTo: 1 << 16) {
            try Task.checkCancellation()
            try sink.append(piece)
        }
        try sink.finish()
        return copy
    }
}
