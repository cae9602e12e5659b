import NoticeBoardBase

/// The outcome of an attempt to send a draft, or of a search for it.
enum OutboxOutcome: Sendable {
    /// The service has it.
    case stored(OutboxArrival)
    /// The response to the attempt was lost, for this reason: the service may have it.
    case lost(NoticeBoardError)
    /// The service was searched; if that is not certain, it cannot be searched or its list has changed too much.
    case missing(isCertain: Bool)
    /// The call did not reach the service, and may later.
    case held(NoticeBoardError)
    case refused(NoticeBoardError)
}

/// A draft that the service has.
struct OutboxArrival: Sendable {
    /// The ID of the new item, if it has one.
    let id: String?
    /// Hands the service's answer to the app.
    let announce: @MainActor @Sendable () -> Void
}
