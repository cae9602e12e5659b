public import Foundation
public import NoticeBoardBase

/// The body of a call, as its endpoint describes it.
///
/// It is encoded when the request is built.
public enum RequestBody: Sendable, Redacted {
    /// A value as JSON, encoded with the client's ``JSONCoding``.
    case json(any Encodable & Sendable)
    /// Names and values as `application/x-www-form-urlencoded`.
    case form(Query)
    /// Bytes, sent unchanged.
    case data(Data, contentType: String)
    /// A file, read while it is sent.
    case file(URL, contentType: String)
    /// Several parts as `multipart/form-data`; files are never read into memory as a whole.
    case multipart(Multipart)

    /// Returns the encoded body and its type.
    func encoded(_ json: JSONCoding) throws(NoticeBoardError) -> (body: HTTPBody, contentType: String) {
        switch self {
        case .json(let value):
            do {
                return (.data(try json.data(of: value)), "application/json")
            } catch {
                // The encoder's error quotes the value that it could not encode.
                throw NoticeBoardError(invalid: .body, "A \(type(of: value)) cannot be written as JSON.")
            }
        case .form(let query):
            var bytes: [UInt8] = []
            query.append(to: &bytes)
            return (.data(Data(bytes.dropFirst())), "application/x-www-form-urlencoded")
        case .data(let data, let contentType):
            return (.data(data), contentType)
        case .file(let url, let contentType):
            return (try .file(url), contentType)
        case .multipart(let multipart):
            return (try multipart.encoded(), multipart.contentType)
        }
    }

    /// The kind of body, without its content.
    public var description: String {
        switch self {
        case .json: "json"
        case .form: "form"
        case .data(let data, let contentType): "\(data.count) bytes of \(contentType)"
        case .file(_, let contentType): "a file of \(contentType)"
        case .multipart(let multipart): multipart.description
        }
    }
}
