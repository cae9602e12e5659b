package import Foundation
package import NoticeBoardBase

/// The stored form of a read log: `{"boards":[{"board":7,"newest":9,"read":[8,9]}],"generation":"…","format":1}`.
package struct StoredReading<
    List: Hashable & Codable & Sendable, ID: Comparable & Hashable & Codable & Sendable
>: Codable, Sendable {
    private var format = 1
    /// Changes whenever the file is created, so that a new file is told from an erased one.
    package let generation: String
    package var log: ReadLog<List, ID>

    package init(generation: String = UUID().uuidString, _ log: ReadLog<List, ID> = ReadLog()) {
        self.generation = generation
        self.log = log
    }

    /// Decodes a file; `nil` if it is damaged.
    ///
    /// Throws `storeTooNew` if a newer version wrote it.
    package init?(_ data: Data) throws(NoticeBoardError) {
        guard let stored = try StoredJSON.value(Self.self, in: data, newest: 1, "The marks of what was read") else { return nil }
        self = stored
    }

    private enum CodingKeys: String, CodingKey {
        case format, generation
        case log = "boards"
    }
}
