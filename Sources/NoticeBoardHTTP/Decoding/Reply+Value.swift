import Foundation
public import NoticeBoardBase

extension NoticeBoardError.Reply {
    /// What the reply's body holds as JSON; nothing where that cannot be read: an error body of the service's own, with the
    /// fields of a form for example.
    public func value<Value: Decodable>(_ type: Value.Type, json: JSONCoding = JSONCoding()) -> Value? {
        try? json.value(type, in: body)
    }

    /// The first value of the reply's field `name`, compared without case.
    public subscript(name: HTTPHeaderName) -> String? {
        headers.lazy.first { HTTPHeaderName($0.name) == name }?.value
    }
}
