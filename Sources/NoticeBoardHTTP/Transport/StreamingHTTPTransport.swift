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

extension HTTPTransport {
    /// Sends `request` and puts the body of an accepted response into `slot`; another response has its complete body.
    func open(_ request: HTTPRequest, into slot: StreamSlot) async throws -> HTTPResponse {
        guard let transport = self as? any StreamingHTTPTransport else {
            throw NoticeBoardError(invalid: "transport", "\(type(of: self)) cannot stream: it is no StreamingHTTPTransport.")
        }
        // A replay replaces the previous attempt, whose transfer ends.
        slot.empty()
        let streamed = try await transport.stream(request)
        var head = streamed.head
        let coding = head.headers[.contentEncoding]?.asciiLowercased ?? ""
        let isEncoded = !coding.isEmpty && coding != "identity"
        guard request.validation.accepts(head.status), !head.status.isRedirect else {
            if !isEncoded { head.body = try await streamed.body.whole(limit: request.responseLimit) }
            return head
        }
        guard !isEncoded else {
            throw NoticeBoardError(.unreadableResponse, "The stream is compressed, which was not asked for.").answering(head)
        }
        slot.put(streamed.body)
        return head
    }
}

extension HTTPByteStream {
    /// Reads the complete body.
    fileprivate func whole(limit: Int) async throws -> Data {
        var whole = Data()
        for try await piece in self {
            guard piece.count <= limit - whole.count else { throw HTTPResponse.tooLarge(limit) }
            whole += piece
        }
        return whole
    }
}
