/// An event that a server sent (`text/event-stream`).
public struct ServerEvent: Sendable, Hashable {
    /// The kind of event; `message` if the server names none.
    public var name: String
    /// The event's data, several lines joined by line feeds.
    public var data: String
    /// The last ID that the server sent in this event or before; a new connection resumes after it.
    public var id: String?

    /// Creates an event named `name` with `data`, for tests.
    public init(name: String = "message", data: String, id: String? = nil) {
        self.name = name
        self.data = data
        self.id = id
    }
}
