import Foundation
public import NoticeBoardBase

extension NoticeBoardError {
    /// What a failed decoding comes to: where and why, and never what stood there.
    ///
    /// Its remedy is to update the app where the answer is whole and has another form; what is cut off or no JSON at all may be
    /// right the next time.
    public init(unreadable error: DecodingError) {
        let isWhole =
            switch error {
            case .dataCorrupted: false
            default: true
            }
        self.init(.unreadableResponse, "\(error.place): \(error.reason).", remedy: isWhole ? .updateApp : nil)
    }
}

/// Decoding errors quote what they could not read, which may be a writer's name. These say as much without quoting.
extension DecodingError {
    /// Where reading stopped, such as `value[3].title`.
    package var path: String { path(below: 0) }

    /// Where reading stopped, seen from the element that stands `depth` keys down.
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

    /// Why reading stopped.
    package var reason: String {
        switch self {
        case .typeMismatch(let type, _): "not \(Self.words(for: type))"
        case .valueNotFound(let type, _): "null where \(Self.words(for: type)) must be"
        case .keyNotFound(let key, _): key.nameInSource.map { "the key \($0) is missing" } ?? "a key is missing"
        case .dataCorrupted: context.codingPath.isEmpty ? "not valid JSON" : "not a value that can be read"
        @unknown default: "not readable"
        }
    }

    /// Where reading stopped, in words.
    fileprivate var place: String { path.isEmpty ? "The body" : "At \(path)" }

    /// What JSON calls it: a person who reads the error knows the wire, not our types.
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
    /// The key, when it is one that a type names in its source, as an enum of keys does.
    ///
    /// Those of a dictionary are what the server sent: names of people, addresses. Some of them are an enum as well, of Foundation's,
    /// whose case holds what was sent.
    fileprivate var nameInSource: String? {
        let mirror = Mirror(reflecting: self)
        return mirror.displayStyle == .enum && mirror.children.isEmpty ? stringValue : nil
    }

    /// The place in a list; a dictionary's key of digits has a number too, which may be somebody's.
    fileprivate var indexInList: Int? { intValue.flatMap { stringValue == "Index \($0)" ? $0 : nil } }
}
