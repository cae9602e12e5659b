#if os(Linux)
    import NoticeBoardBase

    /// One call and the caller who waits for it: ends exactly once, with whatever comes first.
    final class CurlCall: Sendable {
        private struct State {
            var continuation: CheckedContinuation<HTTPResponse, any Error>?
            var isOver = false
            var stream: HTTPStreamWriter?
        }

        let request: HTTPRequest
        /// What is sent.
        let body: [HTTPBody.Piece]
        private let state = Locked(State())

        /// A call whose body's files are as they are now.
        init(_ request: HTTPRequest) throws(NoticeBoardError) {
            self.request = request
            body =
                switch request.body {
                case .data(let data)?: [.data(data)]
                case .file(let url)?: [.file(try FileSnapshot(url))]
                case .pieces(let pieces)?: try HTTPBody.countable(pieces)
                case nil: []
                }
        }

        var isOver: Bool { state.withLock(\.isOver) }

        /// Where the body goes while it arrives; `nil` for a call that buffers it.
        ///
        /// With it the call ends with the head.
        var stream: HTTPStreamWriter? {
            get { state.withLock(\.stream) }
            set { state.withLock { $0.stream = newValue } }
        }

        /// Whether it may begin; a caller who was cancelled before it got here is sent away.
        func begin(_ continuation: CheckedContinuation<HTTPResponse, any Error>) -> Bool {
            let mayBegin = state.withLock { state in
                if !state.isOver { state.continuation = continuation }
                return !state.isOver
            }
            if !mayBegin { continuation.resume(throwing: CancellationError()) }
            return mayBegin
        }

        /// What `work` comes to; the call does not end meanwhile, and nothing is done for one that has ended.
        func whileWanted<Value>(_ work: () throws -> Value) throws -> Value {
            try state.withLock { state in
                guard !state.isOver else { throw CancellationError() }
                return try work()
            }
        }

        /// The caller leaves at once; what is left of the call is cleared away behind it.
        func end(_ result: Result<HTTPResponse, any Error>) { _ = ends(with: result) }

        /// The same for a caller who was cancelled: false when there is nothing to clear away, since it was over before.
        func giveUp() -> Bool { ends(with: .failure(CancellationError())) }

        private func ends(with result: Result<HTTPResponse, any Error>) -> Bool {
            let (continuation, wasOver) = state.withLock { state in
                defer { (state.continuation, state.isOver) = (nil, true) }
                return (state.continuation, state.isOver)
            }
            continuation?.resume(with: result)
            return !wasOver
        }
    }
#endif
