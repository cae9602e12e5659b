import Foundation
import NoticeBoardBase
public import NoticeBoardHTTP

/// The network between an app and its Link service, which can be down, lose responses, or have a captive portal.
///
/// A story changes it on the main actor, between two user actions.
@MainActor public final class LinkNetwork: HTTPTransport {
    private let service: any HTTPTransport
    /// Whether every request fails with `noNetwork`.
    public var isDown = false
    /// A captive portal that answers instead of the service; a `nil` response lets the request through.
    public var portal: (@MainActor (HTTPRequest) -> HTTPResponse?)?
    private var losses: [String: Int] = [:]

    /// Creates a working network in front of `service`.
    public nonisolated init(_ service: any HTTPTransport) { self.service = service }

    /// Loses the responses to the next `count` requests of a line such as `POST /post`, after the service has executed them.
    public func loseAnswers(to line: String, count: Int = 1) { losses[line] = count }

    /// Forwards `request` unless the network is down or the portal answers.
    public nonisolated func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        if let response = try await stop(request) { return response }
        let response = try await service.send(request)
        if await losesAnswer(to: "\(request.method) \(request.path)") { throw NoticeBoardError(.connectionLost) }
        return response
    }

    private func stop(_ request: HTTPRequest) throws -> HTTPResponse? {
        if isDown { throw NoticeBoardError(.noNetwork) }
        return portal?(request)
    }

    private func losesAnswer(to line: String) -> Bool {
        guard let left = losses[line], left > 0 else { return false }
        losses[line] = left - 1
        return true
    }
}

extension HTTPResponse {
    /// A web page, as sent by firewalls and hotel networks.
    public static func webPage(_ status: HTTPStatus = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: ["Content-Type": "text/html; charset=utf-8"],
            body: Data("<!DOCTYPE html><html><body><h1>Sign in to this network</h1></body></html>".utf8))
    }

    /// A redirect, as sent by captive portals.
    public static func redirect(to address: String) -> HTTPResponse {
        HTTPResponse(status: 302, headers: ["Location": address])
    }
}
