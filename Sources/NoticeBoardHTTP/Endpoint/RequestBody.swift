public import Foundation
public import NoticeBoardBase

/// What a call carries, as its endpoint describes it.
///
/// It becomes bytes when the request is built.
public enum RequestBody: Sendable {
    /// A value as JSON, as the client's ``JSONCoding`` writes it.
    case json(any Encodable & Sendable)
    /// Names and values as `application/x-www-form-urlencoded`.
    case form(Query)
    /// Bytes as they are.
    case data(Data, contentType: String)
    /// A file's bytes, read while they are sent.
    case file(URL, contentType: String)
    /// Several parts as `multipart/form-data`, files read while they are sent.
    case multipart(Multipart)

    /// What is sent, and what it is.
    func encoded(_ json: JSONCoding) throws(NoticeBoardError) -> (body: HTTPBody, contentType: String) {
        switch self {
        case .json(let value):
            do {
                return (.data(try json.data(of: value)), "application/json")
            } catch {
                // The encoder's own error quotes the value that it could not encode.
                throw NoticeBoardError(
                    .invalidInput, "A \(type(of: value)) cannot be written as JSON.", remedy: .fixInput(.body))
            }
        case .form(let query):
            var bytes: [UInt8] = []
            query.append(to: &bytes)
            return (.data(Data(bytes.dropFirst())), "application/x-www-form-urlencoded")
        case .data(let data, let contentType):
            return (.data(data), contentType)
        case .file(let url, let contentType):
            _ = try FileSnapshot(url)
            return (.file(url), contentType)
        case .multipart(let multipart):
            return (try multipart.encoded(), multipart.contentType)
        }
    }
}

extension RequestBody: Redacted {
    /// The kind alone, never what it holds.
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
