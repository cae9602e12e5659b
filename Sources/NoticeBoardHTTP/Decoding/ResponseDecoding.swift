public import NoticeBoardBase

/// Turns an answer's body into a value.
///
/// ``JSONCoding`` is the one that a client has. Another format conforms with one function:
///
/// ```swift
/// struct PropertyLists: ResponseDecoding {
///     func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws(NoticeBoardError) -> Value {
///         do { return try PropertyListDecoder().decode(type, from: response.body) } catch let error as DecodingError {
///             throw NoticeBoardError(unreadable: error)
///         } catch { throw NoticeBoardError(wrapping: error) }
///     }
/// }
/// ```
public protocol ResponseDecoding: Sendable {
    /// The value that `response` holds. Throws `unreadableResponse`, saying where and why but never quoting the body.
    func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws(NoticeBoardError) -> Value
}
