import Foundation
import NoticeBoardBase

/// One call of a session: sent, and sent once more at most.
struct SessionCall: Sendable {
    let request: HTTPRequest
    let next: HTTPNext
    let state: SessionState
    let renewal: TokenRenewal
    private var rules: SessionRules { renewal.rules }

    init(_ request: HTTPRequest, _ next: HTTPNext, _ state: SessionState, _ renewal: TokenRenewal) {
        (self.request, self.next, self.state, self.renewal) = (request, next, state, renewal)
    }

    /// What the server said, and to whom when it refused the token.
    struct Answer: Sendable {
        let response: HTTPResponse
        var refused: SessionState.Lease?
    }

    func answer(_ lease: SessionState.Lease) async throws -> Answer {
        if lease.looksExpired, !renewal.isOwn {
            // Before the server has to say so; what it says then is its last word, as after any other renewal.
            let fresh = try await renewed(lease)
            let response = try await send(fresh)
            return Answer(response: response, refused: concerns(response) ? fresh : nil)
        }
        let response = try await send(lease)
        guard concerns(response) else { return Answer(response: response) }
        guard let fresh = try await replacement(for: lease, after: response) else {
            return Answer(response: response, refused: lease)
        }
        request.call?.send(.replayed)
        let replay = try await send(fresh)
        return Answer(response: replay, refused: concerns(replay) ? fresh : nil)
    }

    /// The error of a call whose token is refused, which may be the end of the session.
    func refusal(_ response: HTTPResponse, of lease: SessionState.Lease) -> NoticeBoardError {
        var error = NoticeBoardError(refusedBy: response)
        (error.code, error.remedy) = (.unauthorized, .signInAgain)
        request.call?.explain(response, &error)
        if rules.ended.contains(response.status) {
            // The service itself answers with JSON: a firewall knows nothing of the session.
            guard !response.isWebPage else { return NoticeBoardError.webPage.answering(response) }
            state.end(lease, because: error)
            renewal.abandonAll()
        }
        return error
    }

    /// Throws for a response that comes after the session has ended.
    private func send(_ lease: SessionState.Lease) async throws -> HTTPResponse {
        let response = try await next(try request.carrying(lease.credentials.accessToken))
        _ = try state.current(lease)
        return response
    }

    /// Whether the response says something of the token: only who was given it can.
    ///
    /// A redirect to another origin is followed without the token. What is there, a CDN for example, may well ask for one of
    /// its own, and must not end a session that it knows nothing of.
    private func concerns(_ response: HTTPResponse) -> Bool {
        response.sawSecrets && (rules.expired.contains(response.status) || rules.ended.contains(response.status))
    }

    /// What to send the call again with; nothing when the token is no good and there is no other.
    private func replacement(for lease: SessionState.Lease, after response: HTTPResponse) async throws -> SessionState.Lease? {
        guard rules.expired.contains(response.status) else {
            // The server may have made the old token worthless when it handed out a new one.
            let current = try state.current(lease)
            return current.tokens == lease.tokens ? nil : current
        }
        return try await renewed(lease)
    }

    private func renewed(_ lease: SessionState.Lease) async throws -> SessionState.Lease {
        try await renewal.renewed(lease) { [request] outcome in request.call?.send(outcome) }
    }
}

extension HTTPRequest {
    /// The same request with `token`.
    func carrying(_ token: AccessToken) throws -> HTTPRequest {
        try HTTPHeaders.Field(name: .authorization, value: token.headerValue).checkValue()
        var request = self
        request.headers[.authorization] = token.headerValue
        return request
    }
}

/// Renews the access tokens of a session, each once.
final class TokenRenewal: Sendable {
    /// A run of the `refresh` closure.
    ///
    /// A task that is created inside inherits it for its whole life, so a run knows whether it has ended.
    private final class Run: Sendable {
        let session: ObjectIdentifier
        let hasEnded = Locked(false)

        init(of session: SessionState) { self.session = ObjectIdentifier(session) }
    }

    /// The runs that this task was created in.
    @TaskLocal private static var runs: [Run] = []

    let rules: SessionRules
    private let state: SessionState
    private let refresh: @Sendable (Credentials) async throws -> Credentials
    /// A server may hand a new token out only once, so that a renewal under way is never thrown away.
    private let flights = SingleFlight<SessionState.Tokens, SessionState.Lease>(endsWhenAbandoned: false)

    init(
        state: SessionState, rules: SessionRules, refresh: @escaping @Sendable (Credentials) async throws -> Credentials
    ) {
        self.state = state
        self.rules = rules
        self.refresh = refresh
    }

    /// Whether this task is part of a renewal of this session that is still under way.
    var isOwn: Bool {
        Self.runs.contains { run in run.session == ObjectIdentifier(state) && !run.hasEnded.withLock { $0 } }
    }

    /// What calls leave with after `lease` was found expired.
    ///
    /// `send` gets what came of the renewal, if it is this one that begins it.
    func renewed(
        _ lease: SessionState.Lease, send: @escaping @Sendable (HTTPEvent.Kind) -> Void = { _ in }
    ) async throws -> SessionState.Lease {
        guard !isOwn else { throw Self.askedItself }
        // One flight for one token, whether its date or the server said that it has expired.
        return try await flights.value(for: lease.tokens) { [self] in try await renew(lease, send: send) }
    }

    /// Throws `sessionOver` to callers that wait for a token of an earlier generation.
    func abandonAll() {
        let generation = state.generation
        flights.end(NoticeBoardError(.sessionOver, "The session ended while its token was renewed.")) {
            $0.generation.number < generation.number
        }
    }

    /// Says nothing of the session: who wrote the closure made a mistake, and the tokens are as good as before.
    private static let askedItself = NoticeBoardError(
        .unauthorized, "A renewal cannot wait for itself: renew by a client without this session, or .withoutAuthorization().",
        remedy: Remedy.noAction)

    private func renew(
        _ lease: SessionState.Lease, send: @Sendable (HTTPEvent.Kind) -> Void
    ) async throws -> SessionState.Lease {
        // A late failure, of a call that left with the old token, or that joined when the renewal had just ended: to renew again
        // by a refresh token that was used up would sign the user out.
        let current = try state.current(lease)
        guard current.tokens == lease.tokens else { return current }
        do {
            let run = Run(of: state)
            defer { run.hasEnded.withLock { $0 = true } }
            // A server may hand out a new refresh token only once. An app that is suspended before it has stored the new one comes
            // back with a used one, and the user is signed out.
            let awake = StayingAwake("Renewing a token")
            let fresh = try await Self.$runs.withValue(Self.runs + [run]) { try await refresh(current.credentials) }
            let isTaken = withExtendedLifetime(awake) { state.renew(lease, to: fresh, awake) }
            send(isTaken ? .tokenRenewed : .tokenTooLate)
            return try state.current(lease)
        } catch {
            // Other tokens came meanwhile, by an extension for example: what is said of the old ones does not concern them.
            if let current = try? state.current(lease), current.tokens != lease.tokens {
                send(.tokenTooLate)
                return current
            }
            if let error = error as? NoticeBoardError { return try outcome(of: error, lease, send: send) }
            // Cancelled callers have left already; those who still wait were not cancelled and must not hear that they were.
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
        // The closure may know by itself that it is over: there is nothing to renew with, for example.
        if status.map(rules.refused.contains) == true || (error.code == .sessionOver && state.generation == lease.generation) {
            let over = NoticeBoardError(
                .sessionOver, "The token is renewed no more.", reply: error.reply, underlying: error)
            send(.tokenRefused)
            guard state.end(lease, because: over) else { return try state.current(lease) }
            throw over
        }
        // That the session ended meanwhile has been told already.
        if error.code != .sessionOver { send(.tokenNotRenewed(error.code)) }
        throw error
    }
}

/// What a service means by its statuses, as far as they concern the session.
public struct SessionRules: Sendable, Hashable {
    /// To any call: the access token has expired; renew it and ask again.
    public var expired: Set<HTTPStatus>
    /// To any call: the access token is no good at all; the session is over, without asking for another.
    public var ended: Set<HTTPStatus>
    /// To the renewal: the access token is still good.
    public var stillGood: Set<HTTPStatus>
    /// To the renewal: no more; the session is over.
    public var refused: Set<HTTPStatus>

    /// Rules.
    public init(
        expired: Set<HTTPStatus>, ended: Set<HTTPStatus> = [], stillGood: Set<HTTPStatus> = [], refused: Set<HTTPStatus>
    ) {
        self.expired = expired
        self.ended = ended
        self.stillGood = stillGood
        self.refused = refused
    }

    /// As OAuth has it: 401 when the token has expired; 400 or 401 when it is renewed no more.
    ///
    /// A 403 ends nothing: it is what firewalls and the networks of hotels answer to everything.
    public static let bearer = SessionRules(expired: [401], refused: [400, 401])
}
