public import NoticeBoardBase

/// Decodes a value from a response's body.
///
/// The default is ``JSONCoding``. Another format conforms with one function:
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
    /// Returns the value in `response`. Throws `unreadableResponse` with place and reason, without quoting the body.
    func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws(NoticeBoardError) -> Value
}
