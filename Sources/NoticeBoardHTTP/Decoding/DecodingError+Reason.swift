import Foundation
public import NoticeBoardBase

extension NoticeBoardError {
    /// Creates the error for a failed decoding: where and why, without the body's content.
    ///
    /// The remedy is to update the app if the response is complete but has another format. A truncated response, or one that is
    /// not JSON, may be right the next time.
    public init(unreadable error: DecodingError) {
        let isWhole = if case .dataCorrupted = error { false } else { true }
        let place = error.path.isEmpty ? "The body" : "At \(error.path)"
        self.init(.unreadableResponse, "\(place): \(error.reason).", remedy: isWhole ? .updateApp : nil)
    }
}

/// Decoding errors quote the value they could not decode, such as a writer's name. These properties quote no values.
extension DecodingError {
    /// The path where decoding failed, such as `value[3].title`.
    package var path: String { path(below: 0) }

    /// Returns the path where decoding failed, relative to the element `depth` keys down.
    package func path(below depth: Int) -> String {
        context.codingPath.dropFirst(depth).reduce(into: "") { text, key in
            if let index = key.indexInList {
                text += "[\(index)]"
            } else {
                let name = key.nameInSource ?? "…"
                text += text.isEmpty ? name : "." + name
            }
        }
    }

    /// Why decoding failed.
    package var reason: String {
        switch self {
        case .typeMismatch(let type, _): "not \(Self.words(for: type))"
        case .valueNotFound(let type, _): "null where \(Self.words(for: type)) must be"
        case .keyNotFound(let key, _): key.nameInSource.map { "the key \($0) is missing" } ?? "a key is missing"
        case .dataCorrupted: context.codingPath.isEmpty ? "not valid JSON" : "not a value that can be read"
        @unknown default: "not readable"
        }
    }

    /// Returns the JSON term: readers of the error know the wire format, not our types.
    private static func words(for type: Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is Date.Type: "a date"
        case is [String: Any].Type: "an object"
        case is [Any].Type: "a list"
        default: "what was expected"
        }
    }

    private var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: "")
        }
    }
}

extension CodingKey {
    /// The key, if a type declares it in source, as an enum of coding keys does.
    ///
    /// Keys of a dictionary are sent by the server: names of people, addresses. Foundation has such a key as an enum, too, with
    /// the text as its associated value.
    fileprivate var nameInSource: String? {
        let mirror = Mirror(reflecting: self)
        return mirror.displayStyle == .enum && mirror.children.isEmpty ? stringValue : nil
    }

    /// The index in a list.
    ///
    /// A dictionary key made of digits also has an `intValue`, which may be private.
    fileprivate var indexInList: Int? { intValue.flatMap { stringValue == "Index \($0)" ? $0 : nil } }
}
