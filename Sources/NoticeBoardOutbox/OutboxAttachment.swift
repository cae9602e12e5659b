public import Foundation

/// The bytes of a file for a draft, exactly as they are sent.
public struct OutboxAttachment: Sendable {
    /// The bytes.
    public let data: Data
    /// The extension of its type, such as `jpg`.
    public let kind: String

    /// Creates an attachment; `kind` has at most eight ASCII letters and digits.
    public init(data: Data, kind: String) {
        self.data = data
        self.kind = kind
    }

    /// Whether the kind can be the extension of a file name.
    var hasGoodKind: Bool {
        let bytes = kind.utf8
        return 1...8 ~= bytes.count
            && bytes.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            }
    }
}
