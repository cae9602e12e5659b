import NoticeBoardHTTP

/// A logger that lets a test wait for an event.
struct EventStream: HTTPLogger {
    let events: AsyncStream<HTTPEvent>
    private let continuation: AsyncStream<HTTPEvent>.Continuation

    init() { (events, continuation) = AsyncStream.makeStream() }

    func log(_ event: HTTPEvent) { continuation.yield(event) }

    /// Waits for an event of this kind.
    func received(_ kind: HTTPEvent.Kind) async {
        for await event in events where event.kind == kind { return }
    }
}
