import NoticeBoardBase

/// A call with its waiting caller: ends exactly once, with whichever result comes first.
final class TransportCall: Sendable {
    private struct State {
        var continuation: CheckedContinuation<HTTPResponse, any Error>?
        var isOver = false
        var stream: HTTPStreamWriter?
    }

    let request: HTTPRequest
    private let state = Locked(State())

    init(_ request: HTTPRequest) { self.request = request }

    var isOver: Bool { state.withLock(\.isOver) }

    /// Receives the body as it arrives; `nil` for a call that buffers it.
    ///
    /// With a stream, the call ends with the head.
    var stream: HTTPStreamWriter? {
        get { state.withLock(\.stream) }
        set { state.withLock { $0.stream = newValue } }
    }

    /// Waits for the end of the call, which `start` begins; `onCancel` is called if the caller is cancelled before it.
    func response(start: () -> Void, onCancel: @Sendable () -> Void) async throws -> HTTPResponse {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let mayBegin = state.withLock { state in
                    if !state.isOver { state.continuation = continuation }
                    return !state.isOver
                }
                // A caller that was already cancelled sends nothing.
                if mayBegin { start() } else { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            if end(.failure(CancellationError())) { onCancel() }
        }
    }

    /// Runs `work` while the call can't end; throws if it has ended already.
    ///
    /// A cancellation waits for `work`, so it must not read or write files.
    func ifRunning<Value>(_ work: () throws -> Value) throws -> Value {
        try state.withLock { state in
            guard !state.isOver else { throw CancellationError() }
            return try work()
        }
    }

    /// Resumes the caller at once; the transport cleans up in the background.
    ///
    /// Returns `false` if the call was over already and needs no cleanup.
    @discardableResult func end(_ result: Result<HTTPResponse, any Error>) -> Bool {
        let (continuation, wasOver) = state.withLock { state in
            defer { (state.continuation, state.isOver) = (nil, true) }
            return (state.continuation, state.isOver)
        }
        continuation?.resume(with: result)
        return !wasOver
    }

    /// Ends the call, or its stream if the head has ended the call.
    func finish(_ result: Result<HTTPResponse, any Error>) {
        if case .failure(let error) = result { stream?.finish(throwing: error) } else { stream?.finish() }
        end(result)
    }
}
