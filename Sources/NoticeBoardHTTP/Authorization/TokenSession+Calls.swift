import Foundation
import NoticeBoardBase

/// An authorization whose session ends calls, and that passes on every error of it.
///
/// Its session may therefore end a whole call, instead of a part of it with a task of its own.
package protocol AccountAuthorization: HTTPInterceptor {}

extension TokenSession: HTTPInterceptor, AccountAuthorization {
    /// Sends an authenticated `request` with the access token, and replays it once if the token had expired.
    public func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        try await intercept(request, in: nil, next: next)
    }

    /// Sends `request`, with `generation` only if that is current: never for a later account.
    package func intercept(_ request: HTTPRequest, in generation: SessionGeneration?, next: HTTPNext) async throws -> HTTPResponse
    {
        guard request.options.authorization != .anonymous else { return try await next(request) }
        if writer?.share != nil { try await followOthers() }
        guard let lease = content.withLock({ $0.lease }) else {
            guard request.options.authorization == .ifSignedIn else { throw Self.nobody }
            return try await next(request)
        }
        guard generation == nil || generation?.number == lease.account.generation else { throw Self.former }
        let (call, request) = request.withCall()
        let task = call.begin(for: lease.account)
        let (response, refused) = try await lease.account.run(in: task) { [self] in try await answer(request, lease, next) }
        if let refused {
            let error = refusal(response, of: refused, call)
            // The session has handled it; the call decides whether it is an error.
            guard request.validation.accepts(response.status) else { throw error }
        }
        return response
    }

    private static let nobody = NoticeBoardError(.sessionOver, "No account is signed in.")
    private static let former = NoticeBoardError(.sessionOver, "The account that made the call is no longer signed in.")

    /// Sends the request, at most twice; also returns the token that the response refuses, if any.
    ///
    /// Throws if the session has ended by the time a response arrives.
    private func answer(
        _ request: HTTPRequest, _ first: Lease, _ next: HTTPNext
    ) async throws -> (response: HTTPResponse, refused: Lease?) {
        var lease = first
        var isFinal = false
        if lease.looksExpired, !isRenewing {
            // Renews before the server refuses the token; a refusal after that is final, as after any renewal.
            lease = try await renewed(lease, request.call)
            isFinal = true
        }
        while true {
            let response = try await next(try request.carrying(lease.credentials.accessToken))
            let current = try current(lease)
            guard isAboutToken(response) else { return (response, nil) }
            if isFinal { return (response, lease) }
            let hasExpired = rules.expired.contains(response.status)
            // A server may invalidate the old token when it issues a new one.
            guard hasExpired || current.number != lease.number else { return (response, lease) }
            // A redirect answered the request itself, and only its result was refused: the next call renews the token.
            if request.call?.isAnswered == true, !request.mayBeRepeated { return (response, nil) }
            lease = hasExpired ? try await renewed(lease, request.call) : current
            isFinal = true
            request.call?.send(.replayed)
        }
    }

    /// Whether the response is about the token: only a server that received it can tell.
    ///
    /// Redirects to another origin are followed without the token. That server, a CDN for example, may ask for its own token,
    /// which must not end this session.
    private func isAboutToken(_ response: HTTPResponse) -> Bool {
        response.responderReceivedSecrets && (rules.expired.contains(response.status) || rules.ended.contains(response.status))
    }

    /// Returns the error of a call whose token is refused, and ends the session if the rules say so.
    private func refusal(_ response: HTTPResponse, of lease: Lease, _ call: CallContext) -> NoticeBoardError {
        var error = NoticeBoardError(refusedBy: response)
        error.code = .unauthorized
        call.explain(response, &error)
        if rules.ended.contains(response.status) {
            // A service answers with JSON: a web page from a firewall says nothing about the session.
            guard !response.body.isWebPage else { return NoticeBoardError.webPage.answering(response) }
            end(lease, because: error)
        }
        return error
    }

    // MARK: Renewals

    /// The sessions of the renewals in which this task was created.
    ///
    /// Tasks inherit them for life, so each is set to `nil` when its renewal ends.
    @TaskLocal private static var renewing: [Locked<ObjectIdentifier?>] = []

    /// Whether this task is part of a running renewal of this session.
    private var isRenewing: Bool { Self.renewing.contains { $0.withLock { $0 } == ObjectIdentifier(self) } }

    /// Renews the access token now, for example at launch, to check whether the session is still valid.
    ///
    /// Throws `sessionOver` if the server ends the session. Any other error leaves open whether it is valid, such as without a
    /// network.
    public func renew(isolation: isolated (any Actor)? = #isolation) async throws {
        guard let lease = content.withLock({ $0.lease }) else { throw Self.nobody }
        _ = try await lease.account.run { [self] in try await renewed(lease, nil) }
    }

    /// Returns the lease for calls after `lease` has expired: one renewal for all of them, which logs to the `call` that starts
    /// it.
    private func renewed(_ lease: Lease, _ call: CallContext?) async throws -> Lease {
        guard !isRenewing else { throw Self.isRecursiveRenewal }
        return try await renewals.value(for: lease.number) { [self] in
            try await lease.account.run { [self] in try await renew(lease, call) }
        }
    }

    /// Not the session's end: the `refresh` closure has a bug, and the tokens are still valid.
    private static let isRecursiveRenewal = NoticeBoardError(
        .unauthorized, "A renewal cannot wait for itself: renew by a client without this session, or .withoutAuthorization().",
        remedy: Remedy.noAction)

    private func renew(_ lease: Lease, _ call: CallContext?) async throws -> Lease {
        // A late failure, of a call sent with the old token or that joined just after the renewal: renewing again with a used
        // refresh token would sign the user out.
        let current = try current(lease)
        guard current.number == lease.number else { return current }
        if let writer, let share = writer.share { return try await renewShared(lease, writer, share, call) }
        do {
            // A server may issue a new refresh token only once. An app suspended before it has stored the new one would continue
            // with a used one, and the user would be signed out.
            let awake = BackgroundActivity("Renewing a token")
            let fresh = try await ask(current.credentials)
            let isTaken = replace(lease, with: fresh)
            call?.send(isTaken ? .tokenRenewed : .tokenTooLate)
            store(awake)
            return try self.current(lease)
        } catch {
            return try outcome(of: error, lease, call)
        }
    }

    /// Asks the server for new credentials, in a task that may not renew this session itself.
    func ask(_ credentials: Credentials) async throws -> Credentials {
        let run = Locked<ObjectIdentifier?>(ObjectIdentifier(self))
        defer { run.withLock { $0 = nil } }
        return try await Self.$renewing.withValue(Self.renewing + [run]) { try await refresh(credentials) }
    }

    /// Returns the lease after a renewal that failed with `error`; throws unless the call may go on.
    func outcome(of error: any Error, _ lease: Lease, _ call: CallContext?) throws -> Lease {
        let current = try? current(lease)
        if let current, current.number != lease.number {
            // Other tokens arrived, for example from an extension: an error of the old ones does not concern them.
            call?.send(.tokenTooLate)
            return current
        }
        // Cancelled callers have left; the remaining ones must not get a cancellation.
        let isCancelled = error is CancellationError
        var failure =
            error as? NoticeBoardError
            ?? NoticeBoardError(
                isCancelled ? .unreachable : .external, "The token could not be renewed.",
                underlying: isCancelled ? nil : NoticeBoardError.withoutAddress(error))
        let status = failure.status.map(HTTPStatus.init(rawValue:))
        let isRefused = status.map(rules.refused.contains) == true
        if isRefused, let reply = failure.reply, reply.body.isWebPage {
            var page = NoticeBoardError.webPage
            page.reply = reply
            page.underlying = failure
            failure = page
        } else if let status, rules.stillGood.contains(status) {
            call?.send(.tokenStillGood)
            return try self.current(lease)
        } else if isRefused || (failure.code == .sessionOver && current != nil) {
            // The closure may know that the session is over, for example because it has no refresh token.
            call?.send(.tokenRefused)
            failure = NoticeBoardError(
                .sessionOver, "The token can no longer be renewed.", reply: failure.reply, underlying: failure)
            guard end(lease, because: failure) else { return try self.current(lease) }
        }
        // The end of the session has been reported already.
        if failure.code != .sessionOver { call?.send(.tokenNotRenewed(failure.code)) }
        throw failure
    }
}
