import Foundation
import NoticeBoardBase

extension APIClient {
    /// Returns the events that the server sends for `endpoint`, reconnecting as often as needed.
    ///
    /// ```swift
    /// for try await event in client.events(for: .get("changes")) { print(event.name, event.data) }
    /// ```
    ///
    /// The first `next()` opens the first connection. When a connection ends or is lost, or the server answers 408, 425, 429 or
    /// 5xx, another follows after a wait, with the last event's ID as `Last-Event-ID`; the server sets the wait with `retry`. An
    /// endpoint with a `Last-Event-ID` resumes from there. A 204 ends the events; another refusal throws, and so does a response
    /// that is not an event stream. There is no idle timeout unless the endpoint sets one; a head must arrive within the timeout,
    /// or else within the idle timeout of other calls. A line and an event's data have at most `limit` bytes each.
    public func events(for endpoint: some Endpoint, limit: Int = 1 << 20) -> ServerEvents {
        let (description, parser) = eventStream(endpoint, limit)
        let account = Locked<AccountCalls?>(nil)
        let reader = ParsingReader(parser) { parser, error in
            try await connected(description, parser, after: error, account)
        }
        return ServerEvents(reader)
    }

    /// Returns the events that the server sends for `endpoint`, and when a connection begins and ends.
    ///
    /// Like ``events(for:limit:)``; besides, it tells after which events some may be missing. A list follows it with
    /// `Feed.follow(_:edits:)`:
    ///
    /// ```swift
    /// let following = feed.follow(client.live(for: .get("topics/events"))) { event, shown in
    ///     [.insert(try event.value(Topic.self))]
    /// }
    /// ```
    public func live(for endpoint: some Endpoint, limit: Int = 1 << 20) -> LiveEvents {
        let (description, parser) = eventStream(endpoint, limit)
        let account = Locked<AccountCalls?>(nil)
        let reader = ParsingReader(LiveParser(events: parser)) { parser, error in
            let next = try await connected(description, parser.events, after: error, account)
            return next.map { ($0.0, LiveParser(events: $0.1)) }
        }
        return LiveEvents(reader)
    }

    /// Returns the description and the parser of an event stream.
    private func eventStream(_ endpoint: some Endpoint, _ limit: Int) -> (EndpointRequest, EventParser) {
        var description = endpoint.request
        if description.headers[.accept] == nil { description.headers[.accept] = "text/event-stream" }
        if description.headers[.cacheControl] == nil { description.headers[.cacheControl] = "no-store" }
        // Only the head has a timeout; between two events any time may pass.
        let defaults = configuration.defaults
        description.options.timeout =
            description.options.timeout ?? defaults.timeout ?? defaults.idleTimeout ?? HTTPRequest.usualIdleTimeout
        if description.options.idleTimeout == nil { description.options.idleTimeout = .infinity }
        // The stream reconnects by itself.
        description.options.retries = .never
        return (description, EventParser(limit: limit, lastID: description.headers[.lastEventID] ?? ""))
    }

    /// Opens the next connection of an event stream, after a wait if there was one before, and again after failures that may pass.
    ///
    /// Returns `nil` if the server wants no further connection.
    private func connected(
        _ endpoint: EndpointRequest, _ parser: EventParser, after error: (any Error)?, _ account: Locked<AccountCalls?>
    ) async throws -> (StreamReader<Data>, EventParser)? {
        var reconnection = Reconnection(retry: parser.retry, random: configuration.random)
        if parser.hasConnected { try await wait(try reconnection.wait(afterEnd: error), account) }
        while true {
            do {
                let connection = try await connect(endpoint, after: parser.lastID, account)
                return connection.map { ($0, parser.next) }
            } catch {
                try await wait(try reconnection.wait(afterFailure: error), account)
            }
        }
    }

    /// Waits between two connections; a return of the network and the end of the account's session end the wait.
    private func wait(_ seconds: Double, _ account: Locked<AccountCalls?>) async throws {
        guard let calls = account.withLock({ $0 }) else { return try await sleep(seconds) }
        try await calls.run { try await sleep(seconds) }
    }

    /// Sleeps, but not longer than until the network returns.
    private func sleep(_ seconds: Double) async throws {
        let time = configuration.time
        guard let network = configuration.watchedNetwork else { return try await time.sleep(seconds) }
        let hasReturned = try await network.returns().hasElement(within: seconds, time)
        // All streams of all devices would connect at the same moment.
        if hasReturned { try await time.sleep(min(configuration.random(), seconds)) }
    }

    /// Opens a connection for the events after `lastID`; returns `nil` if the server wants none.
    private func connect(
        _ endpoint: EndpointRequest, after lastID: String, _ account: Locked<AccountCalls?>
    ) async throws -> StreamReader<Data>? {
        var description = endpoint
        description.headers[.lastEventID] = lastID.isEmpty ? nil : lastID
        // An account must never get events that another one asked for.
        try account.withLock { $0 }?.checkIsCurrent()
        let response = try await open(description, for: account) { head throws(NoticeBoardError) in
            try head.checkIsEventStream()
        }
        try account.withLock { $0 }?.checkIsCurrent()
        return response.head.status == 204 ? nil : response.body.takeReader()
    }
}

extension HTTPResponse {
    /// Throws if the head is not that of an event stream.
    fileprivate func checkIsEventStream() throws(NoticeBoardError) {
        let type = HeaderParameters(headers[.contentType] ?? "").value.asciiLowercased
        guard status != 204, type != "text/event-stream" else { return }
        let isPage = type == "text/html" || type == "application/xhtml+xml"
        let error =
            isPage
            ? NoticeBoardError(
                .networkSignIn, "The answer is a web page and no event stream; the network may want a sign-in of its own.")
            : NoticeBoardError(.unreadableResponse, "The answer is no event stream.")
        throw error.answering(self)
    }
}
