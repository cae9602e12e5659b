import Foundation
import NoticeBoardBase

/// One call of a session, replayed at most once.
struct SessionCall: Sendable {
    let request: HTTPRequest
    let next: HTTPNext
    let state: SessionState
    let renewal: TokenRenewal
    private var rules: SessionRules { renewal.rules }

    init(_ request: HTTPRequest, _ next: HTTPNext, _ state: SessionState, _ renewal: TokenRenewal) {
        (self.request, self.next, self.state, self.renewal) = (request, next, state, renewal)
    }

    /// The response, and the token that it refused, if any.
    struct Answer: Sendable {
        let response: HTTPResponse
        var refused: SessionState.Lease?
    }

    func answer(_ lease: SessionState.Lease) async throws -> Answer {
        if lease.looksExpired, !renewal.isOwn {
            // Renews before the server refuses the token; a refusal after that is final, as after any renewal.
            return try await finalAnswer(try await renewed(lease))
        }
        let response = try await send(lease)
        guard concerns(response) else { return Answer(response: response) }
        guard let fresh = try await replacement(for: lease, after: response) else {
            return Answer(response: response, refused: lease)
        }
        request.call?.send(.replayed)
        return try await finalAnswer(fresh)
    }

    private func finalAnswer(_ lease: SessionState.Lease) async throws -> Answer {
        let response = try await send(lease)
        return Answer(response: response, refused: concerns(response) ? lease : nil)
    }

    /// Returns the error of a call whose token is refused, and ends the session if the rules say so.
    func refusal(_ response: HTTPResponse, of lease: SessionState.Lease) -> NoticeBoardError {
        var error = NoticeBoardError(refusedBy: response)
        (error.code, error.remedy) = (.unauthorized, .signInAgain)
        request.call?.explain(response, &error)
        if rules.ended.contains(response.status) {
            // A service answers with JSON: a web page from a firewall says nothing about the session.
            guard !response.isWebPage else { return NoticeBoardError.webPage.answering(response) }
            state.end(lease, because: error)
            renewal.abandonAll()
        }
        return error
    }

    /// Sends the request; throws if the session has ended by the time the response arrives.
    private func send(_ lease: SessionState.Lease) async throws -> HTTPResponse {
        let response = try await next(try request.carrying(lease.credentials.accessToken))
        _ = try state.current(lease)
        return response
    }

    /// Whether the response is about the token: only a server that received it can tell.
    ///
    /// Redirects to another origin are followed without the token. That server, a CDN for example, may ask for its own token,
    /// which must not end this session.
    private func concerns(_ response: HTTPResponse) -> Bool {
        response.responderReceivedSecrets && (rules.expired.contains(response.status) || rules.ended.contains(response.status))
    }

    /// Returns the lease for a replay; `nil` if the token is refused and there is no other.
    private func replacement(for lease: SessionState.Lease, after response: HTTPResponse) async throws -> SessionState.Lease? {
        guard rules.expired.contains(response.status) else {
            // A server may invalidate the old token when it issues a new one.
            let current = try state.current(lease)
            return current == lease ? nil : current
        }
        return try await renewed(lease)
    }

    private func renewed(_ lease: SessionState.Lease) async throws -> SessionState.Lease {
        try await renewal.renewed(lease) { [request] outcome in request.call?.send(outcome) }
    }
}

extension HTTPRequest {
    /// Returns the request with `token`.
    func carrying(_ token: AccessToken) throws -> HTTPRequest {
        try HTTPHeaders.Field(name: .authorization, value: token.headerValue).checkValue()
        var request = self
        request.headers[.authorization] = token.headerValue
        return request
    }
}

/// Renews the access tokens of a session, each only once.
final class TokenRenewal: Sendable {
    /// A run of the `refresh` closure.
    ///
    /// Tasks created inside inherit it for life, so a run records whether it has ended.
    private final class Run: Sendable {
        let session: ObjectIdentifier
        let hasEnded = Locked(false)

        init(of session: SessionState) { self.session = ObjectIdentifier(session) }
    }

    /// The runs in which this task was created.
    @TaskLocal private static var runs: [Run] = []

    let rules: SessionRules
    private let state: SessionState
    private let refresh: @Sendable (Credentials) async throws -> Credentials
    /// A server may issue a new token only once, so a running renewal is never abandoned.
    private let flights = SingleFlight<SessionState.Lease, SessionState.Lease>(endsWhenAbandoned: false)

    init(
        state: SessionState, rules: SessionRules, refresh: @escaping @Sendable (Credentials) async throws -> Credentials
    ) {
        self.state = state
        self.rules = rules
        self.refresh = refresh
    }

    /// Whether this task is part of a running renewal of this session.
    var isOwn: Bool {
        Self.runs.contains { run in run.session == ObjectIdentifier(state) && !run.hasEnded.withLock { $0 } }
    }

    /// Returns the lease for calls after `lease` has expired.
    ///
    /// `send` gets the outcome of the renewal, if this call starts it.
    func renewed(
        _ lease: SessionState.Lease, send: @escaping @Sendable (HTTPEvent.Kind) -> Void = { _ in }
    ) async throws -> SessionState.Lease {
        guard !isOwn else { throw Self.isRecursiveRenewal }
        // One flight per token, regardless of whether its date or the server shows that it has expired.
        return try await flights.value(for: lease) { [self] in try await renew(lease, send: send) }
    }

    /// Throws `sessionOver` to callers that wait for a token of an earlier generation.
    func abandonAll() {
        let generation = state.generation
        flights.end(NoticeBoardError(.sessionOver, "The session ended while its token was renewed.")) {
            $0.generation < generation
        }
    }

    /// Not the session's end: the `refresh` closure has a bug, and the tokens are still valid.
    private static let isRecursiveRenewal = NoticeBoardError(
        .unauthorized, "A renewal cannot wait for itself: renew by a client without this session, or .withoutAuthorization().",
        remedy: Remedy.noAction)

    private func renew(
        _ lease: SessionState.Lease, send: @Sendable (HTTPEvent.Kind) -> Void
    ) async throws -> SessionState.Lease {
        // A late failure, of a call sent with the old token or that joined just after the renewal: renewing again with a used
        // refresh token would sign the user out.
        let current = try state.current(lease)
        guard current == lease else { return current }
        do {
            let run = Run(of: state)
            defer { run.hasEnded.withLock { $0 = true } }
            // A server may issue a new refresh token only once. An app suspended before it has stored the new one would continue
            // with a used one, and the user would be signed out.
            let awake = BackgroundActivity("Renewing a token")
            let fresh = try await Self.$runs.withValue(Self.runs + [run]) { try await refresh(current.credentials) }
            let isTaken = withExtendedLifetime(awake) { state.renew(lease, to: fresh, awake) }
            send(isTaken ? .tokenRenewed : .tokenTooLate)
            return try state.current(lease)
        } catch {
            // Other tokens arrived, for example from an extension: an error of the old ones does not concern them.
            if let current = try? state.current(lease), current != lease {
                send(.tokenTooLate)
                return current
            }
            if let error = error as? NoticeBoardError { return try outcome(of: error, lease, send: send) }
            // Cancelled callers have left; the remaining ones must not get a cancellation.
            let isCancelled = error is CancellationError
            let code: NoticeBoardError.Code = isCancelled ? .unreachable : .external
            send(.tokenNotRenewed(code))
            throw NoticeBoardError(
                code, "The token could not be renewed.", underlying: isCancelled ? nil : NoticeBoardError.withoutAddress(error))
        }
    }

    private func outcome(
        of error: NoticeBoardError, _ lease: SessionState.Lease, send: @Sendable (HTTPEvent.Kind) -> Void
    ) throws -> SessionState.Lease {
        let status = error.status.map(HTTPStatus.init(rawValue:))
        if let reply = error.reply, let status, rules.refused.contains(status), reply.body.isWebPage {
            var page = NoticeBoardError.webPage
            (page.reply, page.underlying) = (reply, error)
            send(.tokenNotRenewed(page.code))
            throw page
        }
        if let status, rules.stillGood.contains(status) {
            send(.tokenStillGood)
            return try state.current(lease)
        }
        // The closure may know that the session is over, for example because it has no refresh token.
        if status.map(rules.refused.contains) == true || (error.code == .sessionOver && state.generation == lease.generation) {
            let over = NoticeBoardError(
                .sessionOver, "The token is renewed no more.", reply: error.reply, underlying: error)
            send(.tokenRefused)
            guard state.end(lease, because: over) else { return try state.current(lease) }
            throw over
        }
        // The end of the session has been reported already.
        if error.code != .sessionOver { send(.tokenNotRenewed(error.code)) }
        throw error
    }
}

/// The meaning of a service's statuses for the session.
public struct SessionRules: Sendable, Hashable {
    /// On any call: the access token has expired; renew it and replay the call.
    public var expired: Set<HTTPStatus>
    /// On any call: the access token is invalid; the session is over, without a renewal.
    public var ended: Set<HTTPStatus>
    /// On a renewal: the access token is still valid.
    public var stillGood: Set<HTTPStatus>
    /// On a renewal: refused; the session is over.
    public var refused: Set<HTTPStatus>

    /// Creates rules.
    public init(
        expired: Set<HTTPStatus>, ended: Set<HTTPStatus> = [], stillGood: Set<HTTPStatus> = [], refused: Set<HTTPStatus>
    ) {
        self.expired = expired
        self.ended = ended
        self.stillGood = stillGood
        self.refused = refused
    }

    /// OAuth: 401 for an expired token; 400 or 401 for a refused renewal.
    ///
    /// A 403 never ends a session, since firewalls and captive portals send it for any request.
    public static let bearer = SessionRules(expired: [401], refused: [400, 401])
}
