/// What a stream of live events tells: its connections as well as its events.
///
/// Between two connections a service may have sent events that nobody received. Who follows a list therefore reads it again after
/// each ``connected``, and then applies the events that follow.
public enum LiveStep<Event: Sendable>: Sendable {
    /// A connection was opened: read again what may have changed before.
    case connected
    /// An event of the service.
    case event(Event)
    /// The connection has ended; another one follows.
    case disconnected
}

extension LiveStep: Equatable where Event: Equatable {}
extension LiveStep: Hashable where Event: Hashable {}
