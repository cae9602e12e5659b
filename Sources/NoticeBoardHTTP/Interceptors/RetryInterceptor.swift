import Foundation
import NoticeBoardBase

/// Sends a call again that failed in a way which may be over by then, and notes each time that it was sent.
struct RetryInterceptor: HTTPInterceptor {
    let policy: RetryPolicy
    let budget: RetryBudget
    let time: TimeSource
    /// Draws from 0 to 1.
    let random: @Sendable () -> Double

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        let (call, request) = request.withCall()
        var (sent, delay) = (0, 0.0)
        while true {
            call.begin(delay: delay)
            sent += 1
            let result: Result<HTTPResponse, any Error>
            do { result = .success(try await next(request)) } catch { result = .failure(error) }
            switch try judged(consume result, sent, delay, request, call) {
            case .answered(let response): return response
            case .again(let wait):
                try await time.sleep(wait)
                delay = wait
            }
        }
    }

    /// What is done after an attempt.
    private enum Judgement {
        case answered(HTTPResponse)
        case again(wait: Double)
    }

    /// Notes what an attempt came to, and says whether there is another.
    @inline(never) private func judged(
        _ result: consuming Result<HTTPResponse, any Error>, _ sent: Int, _ delay: Double, _ request: HTTPRequest,
        _ call: CallContext
    ) throws -> Judgement {
        let attempt: NoticeBoardError.Attempt
        let wait: Double
        // Not kept beside the answer, which would be copied when it is told of its attempts.
        switch consume result {
        case .success(var response):
            attempt = .init(status: response.status.rawValue, delay: delay)
            call.end(attempt)
            let mayPass = policy.statuses.contains(response.status)
            if !mayPass { budget.refill(afterRetry: sent > 1) }
            guard mayPass, let next = waitBeforeNext(sent, request, asked: response.retryAfter()) else {
                response.attempts = call.attempts
                return .answered(response)
            }
            wait = next
        case .failure(let error):
            if error is CancellationError { throw error }
            // Other libraries end a cancelled call with errors of their own.
            try Task.checkCancellation()
            // An error of a transport of the app's own says nothing: it is taken for a connection that failed.
            var known = error as? NoticeBoardError
            let cause = known?.code ?? .unreachable
            attempt = .init(cause: cause, delay: delay)
            call.end(attempt)
            // A server that restarts loses all its connections at once, more than a budget holds.
            let isFirstLoss = cause == .connectionLost && sent == 1 && policy.budget > 0
            guard Self.mayPass.contains(cause), let next = waitBeforeNext(sent, request, isFree: isFirstLoss) else {
                known?.attempts = call.attempts
                throw known ?? error
            }
            wait = next
        }
        call.send(.retried(attempt, number: sent + 1, wait: wait))
        return .again(wait: wait)
    }

    /// Failures of a connection that may be gone when asked again.
    private static let mayPass: Set<NoticeBoardError.Code> = [.connectionLost, .unreachable, .proxyUnreachable]

    /// How long to wait before a call that was sent so often is sent again; nothing when it is not.
    private func waitBeforeNext(
        _ sent: Int, _ request: HTTPRequest, asked: Double? = nil, isFree: Bool = false
    ) -> Double? {
        guard sent < policy.attempts, request.mayBeRepeated,
            let wait = policy.wait(after: sent, asked: asked, random: random())
        else { return nil }
        let now = time.now()
        // A wait until after the timeout is useless. A request that is shared has no timeout, whoever began it.
        if request.options.timeout != nil, let due = request.call?.due, now + wait >= due { return nil }
        return budget.take(at: now) || isFree ? wait : nil
    }
}

extension HTTPRequest {
    /// Whether sending it twice does no harm.
    var mayBeRepeated: Bool {
        switch options.retries {
        case .always: true
        case .never: false
        case .ifIdempotent: method.isIdempotent || headers[.idempotencyKey] != nil
        }
    }
}
