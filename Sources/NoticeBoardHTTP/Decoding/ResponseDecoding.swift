import Foundation
public import NoticeBoardBase

/// Turns an answer's body into a value.
///
/// The default is ``JSONResponseDecoder``.
public protocol ResponseDecoding: Sendable {
    /// The value that `response` holds. Throws `unreadableResponse`, saying where and why but never quoting the body.
    func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws(NoticeBoardError) -> Value
}

/// Reads JSON with Foundation's decoder.
public struct JSONResponseDecoder: ResponseDecoding {
    /// A decoder.
    public init() {}

    /// The value that the response's JSON holds; a byte order mark before it is overlooked.
    public func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws(NoticeBoardError) -> Value {
        let body = response.body.starts(with: [0xEF, 0xBB, 0xBF]) ? response.body.dropFirst(3) : response.body
        guard !body.isEmpty else { throw NoticeBoardError(.unreadableResponse, "The body is empty.") }
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch let error as DecodingError {
            // What a hotel's network answers to everything until one has signed in to it.
            guard body.first(where: { !" \t\r\n".utf8.contains($0) }) != UInt8(ascii: "<") else {
                throw NoticeBoardError(
                    .networkSignIn, "The body is a web page and not JSON; the network may want a sign-in of its own.")
            }
            throw NoticeBoardError(unreadable: error)
        } catch let error as NoticeBoardError {
            throw error
        } catch {
            throw NoticeBoardError(.unreadableResponse, "The body could not be read.", underlying: error)
        }
    }
}
