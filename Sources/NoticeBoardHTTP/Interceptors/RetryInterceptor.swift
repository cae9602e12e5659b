import Foundation
import NoticeBoardBase

/// Sends a call again that failed in a way which may be over by then.
struct RetryInterceptor: HTTPInterceptor {
    let policy: RetryPolicy
    let budget: RetryBudget
    let pause: Pause
    /// Draws from 0 to 1.
    let lot: @Sendable () -> Double

    func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        guard request.mayBeRepeated else { return try await next(request) }
        var attempts: [NoticeBoardError.Attempt] = []
        var delay = 0.0
        while true {
            let wait: Double
            request.options.trail?.begin(after: attempts, delay: delay)
            do {
                var response = try await next(request)
                guard policy.statuses.contains(response.status) else {
                    budget.refill(afterRetry: !attempts.isEmpty)
                    if !attempts.isEmpty {
                        response.attempts = attempts + [.init(status: response.status.rawValue, delay: delay)]
                    }
                    return response
                }
                attempts.append(.init(status: response.status.rawValue, delay: delay))
                guard let next = waitBeforeNext(attempts, request, asked: response.retryAfter()) else {
                    response.attempts = attempts.severalOnly
                    return response
                }
                wait = next
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // Other libraries end a cancelled call with errors of their own.
                try Task.checkCancellation()
                // An error of a transport of the app's own says nothing: it is taken for a connection that failed.
                let known = error as? NoticeBoardError
                attempts.append(.init(cause: known?.code ?? .unreachable, delay: delay))
                guard Self.mayPass.contains(known?.code ?? .unreachable), let next = waitBeforeNext(attempts, request) else {
                    throw known?.after(attempts) ?? error
                }
                wait = next
            }
            request.options.observation?.tell(
                .retried(attempts[attempts.count - 1], number: attempts.count + 1, wait: wait), of: request)
            request.options.trail?.wait(after: attempts)
            try await pause.sleep(wait)
            delay = wait
        }
    }

    /// Failures of a connection that may be gone when asked again.
    private static let mayPass: Set<NoticeBoardError.Code> = [.connectionLost, .unreachable]

    /// How long to wait before the call is sent again; nothing when it is not.
    private func waitBeforeNext(
        _ attempts: [NoticeBoardError.Attempt], _ request: HTTPRequest, asked: Double? = nil
    ) -> Double? {
        guard attempts.count < policy.attempts, let wait = policy.wait(after: attempts.count, asked: asked, lot: lot()) else {
            return nil
        }
        // To wait for what can only come too late helps nobody.
        if let due = request.options.due, pause.now() + wait >= due { return nil }
        return budget.take() ? wait : nil
    }
}

extension HTTPRequest {
    /// Whether sending it twice does no harm.
    var mayBeRepeated: Bool {
        guard body?.canBeSentAgain ?? true else { return false }
        return switch options.repeating {
        case .always: true
        case .never: false
        case .byMethod: method.isIdempotent || headers[.idempotencyKey] != nil
        }
    }
}

extension NoticeBoardError {
    /// The same error, knowing of the `attempts` that came before and of itself.
    fileprivate func after(_ attempts: [Attempt]) -> NoticeBoardError {
        var copy = self
        copy.attempts = attempts.severalOnly
        return copy
    }
}

extension [NoticeBoardError.Attempt] {
    /// Nothing where there was one attempt only, of which the answer or the error itself tells.
    fileprivate var severalOnly: [NoticeBoardError.Attempt] { count > 1 ? self : [] }
}
