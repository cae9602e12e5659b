import Foundation
import NoticeBoardBase
import NoticeBoardPaging

/// A line of a mirror's file.
///
/// An item's line begins with its checksum and ID, so that reading a file does not decode every item; ``ItemLine`` has its form.
/// Other lines are `{"gone":[7]}`, `{"list":{…}}`, `{"next":{…}}`, `{"restart":true}`, `{"loss":true}`,
/// `{"loose":true}` and `{"update":{…}}`.
enum MirrorLine {
    /// Where an update continues, for a service with cursors or page numbers.
    struct Continuation: Codable, Sendable, Hashable {
        /// The last item above; `nil` if no page had one.
        var after: StoredID?
        var position: PagePosition
        /// Whether the update has met known items, so that it need not continue here.
        var isBelowKnown: Bool?
    }

    /// The record of a finished update.
    struct Finish: Codable, Sendable, Hashable {
        /// The date, in seconds since 2001.
        var at: Double
        /// The number of items according to the service.
        var total: Int?
        /// Whether the mirror contains all items down to the list's last one.
        var isComplete: Bool
        /// The first items in the service's order, if it differs from the file's order.
        var head: [StoredID]?
        /// The cursors of deleted items, for the items above them.
        var cursors: [Continuation]?
        /// The version of the items' form to which all items were read again, except for version 1.
        var version: Int?
        /// The items of which it is not known what is directly above them.
        var seams: [StoredID]?
        /// Whether the whole list was read after a part of the file had been lost.
        var isRepair: Bool?
    }

    /// The kind of a line, without decoding it.
    enum Kind {
        case item(ItemLine.Head)
        case gone([StoredID])
        case shape(ListShape)
        case next(Continuation)
        /// The unfinished update begins at the head again.
        case restart
        /// A part of the file was lost, so that the list must be read as a whole.
        case loss
        /// The items that follow have a place only if the update's line follows them.
        case loose
        case finish(Finish)
    }

    private struct Other: Codable {
        var gone: [StoredID]?
        var list: ListShape?
        var next: Continuation?
        var restart: Bool?
        var loss: Bool?
        var loose: Bool?
        var update: Finish?
    }

    // MARK: - Writing

    static func line(gone ids: [StoredID]) throws -> [UInt8] { try line(Other(gone: ids)) }
    static func line(_ shape: ListShape) throws -> [UInt8] { try line(Other(list: shape)) }
    static func line(_ next: Continuation) throws -> [UInt8] { try line(Other(next: next)) }
    static func loose() throws -> [UInt8] { try line(Other(loose: true)) }
    static func loss() throws -> [UInt8] { try line(Other(loss: true)) }
    static func restart() throws -> [UInt8] { try line(Other(restart: true)) }
    static func line(_ finish: Finish) throws -> [UInt8] { try line(Other(update: finish)) }

    private static func line(_ other: Other) throws -> [UInt8] { Array(try StoredJSON.data(of: other)) }

    // MARK: - Reading

    /// Returns the kind of a line; throws if it is not a line of a mirror.
    static func kind(of line: Data) throws -> Kind {
        if line.starts(with: ItemLine.start) {
            guard let head = unsafe line.withUnsafeBytes({ unsafe ItemLine.head(in: $0) }) else { throw unreadable }
            return .item(head)
        }
        let other = try JSONDecoder().decode(Other.self, from: line)
        if let gone = other.gone { return .gone(gone) }
        if let shape = other.list { return .shape(shape) }
        if let next = other.next { return .next(next) }
        if other.restart == true { return .restart }
        if other.loss == true { return .loss }
        if other.loose == true { return .loose }
        guard let update = other.update else { throw unreadable }
        return .finish(update)
    }

    static var unreadable: NoticeBoardError { NoticeBoardError(.storeDamaged, "A line of a mirror cannot be read.") }
}
