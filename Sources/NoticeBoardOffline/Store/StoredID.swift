import Foundation
import NoticeBoardBase

/// The ID of a stored item as JSON, for any ID type of the app.
///
/// One type for all items: the code that reads a file of 100,000 lines is not generic, so it is fast in every module.
enum StoredID: Sendable, Hashable {
    case number(Int)
    /// A JSON value as it is in the file, such as `"a7"` with its quotation marks.
    case json(String)

    init<ID: Codable>(_ id: ID) throws {
        if let number = id as? Int {
            self = .number(number)
        } else if let text = id as? String, text.utf8.allSatisfy(Self.isUnescaped) {
            self = .json("\"" + text + "\"")
        } else {
            let array = String(decoding: try StoredJSON.data(of: [id]), as: UTF8.self)
            self.init(json: String(array.dropFirst().dropLast()))
        }
    }

    init(json: String) {
        self = Int(json).map(Self.number) ?? .json(json)
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .number(let number): hasher.combine(number)
        case .json(let json): hasher.combine(json)
        }
    }

    /// Whether JSON writes a byte of a text as it is.
    private static func isUnescaped(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    var json: String {
        switch self {
        case .number(let number): String(number)
        case .json(let json): json
        }
    }

    /// Returns the ID in the app's type; `nil` if it is of another type.
    func value<ID: Codable>(as type: ID.Type = ID.self) -> ID? {
        if case .number(let number) = self, let id = number as? ID { return id }
        return try? JSONDecoder().decode([ID].self, from: Data(("[" + json + "]").utf8)).first
    }
}

extension StoredID: Codable {
    /// A number is itself in a line; another value is the text of its JSON.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self.init(json: try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .json(let json): try container.encode(json)
        }
    }
}
