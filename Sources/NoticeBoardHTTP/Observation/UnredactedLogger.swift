import Foundation

/// Shows requests and answers whole, with tokens, passwords and whatever else is secret: for a developer at the desk alone.
///
/// ```swift
/// #if DEBUG
///     configuration.attemptInterceptors.append(UnredactedLogger { print($0) })
/// #endif
/// ```
///
/// Keep it out of what others run: a reader of the output can act as the signed-in user. It shows each attempt as it leaves,
/// retries included. Unlike other interceptors of attempts it leaves sharing and conditional requests on.
public struct UnredactedLogger: HTTPInterceptor {
    private let show: @Sendable (String) -> Void

    /// An interceptor that hands each text to `show`: one before a request leaves, one when its answer came.
    public init(_ show: @escaping @Sendable (String) -> Void) { self.show = show }

    /// Shows `request`, sends it on, and shows what came of it.
    public func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
        show("[\(request.requestID)] \(request.curlWithEverySecret)")
        do {
            let response = try await next(request)
            let headers = response.headers.map { "\($0.name): \($0.value)\n" }.joined()
            show("[\(request.requestID)] \(response.status)\n\(headers)\n\(String(decoding: response.body, as: UTF8.self))")
            return response
        } catch {
            show("[\(request.requestID)] \(error)")
            throw error
        }
    }
}
