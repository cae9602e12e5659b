package import NoticeBoardHTTP

/// A request recorded by a simulator.
package struct SimulatedRequest: Sendable, Hashable {
    /// Its number, counted from 1.
    package let number: Int
    /// The request.
    package let request: HTTPRequest
    /// The status of the response; `nil` before the response or if it was lost.
    package internal(set) var status: Int?

    /// The method and the path without its query: `GET /post`.
    package var line: String { "\(request.method.rawValue) \(request.path)" }
}
