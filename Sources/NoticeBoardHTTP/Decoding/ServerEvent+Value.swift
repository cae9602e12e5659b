import Foundation
public import NoticeBoardBase

extension ServerEvent {
    /// Decodes the event's data, as JSON with dates of RFC 3339 unless another format is given.
    public func value<Value: Decodable>(
        _ type: Value.Type = Value.self, json: JSONCoding = JSONCoding()
    ) throws(NoticeBoardError) -> Value {
        try json.value(type, in: Data(data.utf8))
    }
}
