import Foundation
import NoticeBoardBase

/// A transport that can return a response before its body has arrived.
///
/// The SDK's transports conform; on Linux `URLSessionTransport` throws `invalidInput` instead of streaming. A transport of the
/// app's own fills the body with ``HTTPStream/makeStream(onResume:onCancel:)``, and must not decompress it.
public protocol StreamingHTTPTransport: HTTPTransport {
    /// Sends `request` and returns as soon as the head of the response has arrived, whatever its status.
    ///
    /// After that, cancelling the task does not end the transfer; releasing the body does.
    func stream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse
}

/// Holds the body of a streamed call while its head passes through the interceptors.
typealias StreamSlot = Locked<HTTPByteStream?>

extension StreamSlot {
    /// Sends `request` and returns the head of an accepted response, or another response with its complete body.
    func open(_ request: HTTPRequest, over transport: any HTTPTransport) async throws -> HTTPResponse {
        guard let transport = transport as? any StreamingHTTPTransport else {
            throw NoticeBoardError(invalid: "transport", "\(type(of: transport)) cannot stream: it is no StreamingHTTPTransport.")
        }
        // A replay replaces the previous attempt, whose body is released outside of the lock: that ends its transfer.
        _ = take()
        let streamed = try await transport.mappingErrors { try await transport.stream(request) }
        var head = streamed.head
        let coding = head.headers[.contentEncoding]?.asciiLowercased ?? ""
        let isEncoded = !coding.isEmpty && coding != "identity"
        guard request.validation.accepts(head.status), !head.status.isRedirect else {
            if !isEncoded { head.body = try await Self.whole(streamed.body, limit: request.responseLimit) }
            return head
        }
        guard !isEncoded else {
            throw NoticeBoardError(.unreadableResponse, "The stream is compressed, which was not asked for.").answering(head)
        }
        withLock { $0 = streamed.body }
        return head
    }

    private static func whole(_ body: HTTPByteStream, limit: Int) async throws -> Data {
        var whole = Data()
        for try await piece in body {
            guard piece.count <= limit - whole.count else { throw HTTPResponse.tooLarge(limit) }
            whole += piece
        }
        return whole
    }
}

extension HTTPStreamWriter: SessionDependent {
    /// Ends the stream: after the head there may be no task to cancel.
    package func sessionEnded() {
        cancel(throwing: NoticeBoardError(.sessionOver, "The session ended while the stream was open."))
    }
}
