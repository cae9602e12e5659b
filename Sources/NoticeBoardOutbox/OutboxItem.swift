public import Foundation
public import NoticeBoardBase

/// A draft in an ``Outbox``, with its files and its status.
public struct OutboxItem<Draft: OutboxDraft>: Sendable, Equatable, Identifiable, Redacted {
    /// The draft's ID on this device.
    public let id: String
    /// What was written.
    public internal(set) var draft: Draft
    /// The attachments, as they are sent.
    public internal(set) var files: [OutboxFile]
    /// When it was begun.
    public let begun: Date
    /// When it was last changed.
    public internal(set) var changed: Date
    /// The way to the service.
    var delivery: OutboxDelivery

    /// Creates a draft by hand, for a preview or a test.
    ///
    /// - Parameters:
    ///   - id: The draft's ID on this device.
    ///   - draft: What was written.
    ///   - files: The attachments.
    ///   - status: The status.
    ///   - begun: When it was begun.
    ///   - changed: When it was last changed; `begun` by default.
    ///   - mayHaveArrived: Whether the service may have it, although no response said so.
    ///   - filesBeingPrepared: The number of files that it waits for.
    public init(
        id: String, draft: Draft, files: [OutboxFile] = [], status: OutboxStatus = .writing, begun: Date = Date(),
        changed: Date? = nil, mayHaveArrived: Bool = false, filesBeingPrepared: Int = 0
    ) {
        self.id = id
        self.draft = draft
        self.files = files
        self.begun = begun
        self.changed = changed ?? begun
        delivery = OutboxDelivery()
        delivery.status = status
        delivery.filesOnTheWay = filesBeingPrepared
        if mayHaveArrived { delivery.existing = ExistingItems(ids: [], isWholeList: true) }
    }

    /// The status.
    public var status: OutboxStatus { delivery.status }
    /// The idempotency key: the same for each attempt to send this text, in every launch.
    public var key: String { delivery.key.number == 0 ? id : "\(id)-\(delivery.key.number)" }
    /// Whether the service may have it, although no response said so.
    public var mayHaveArrived: Bool { delivery.existing != nil }
    /// Whether the user may change it.
    public var isEditable: Bool { status != .sending && status != .unsure }
    /// The number of files that are being prepared; a draft that is handed in waits for them.
    public var filesBeingPrepared: Int { delivery.filesOnTheWay }

    /// Whether the user never sent it; one that was handed in is kept until it is sent or discarded.
    var wasNeverSent: Bool { status == .writing && delivery.turn == 0 }

    /// Whether nothing was written into it.
    var isUntouched: Bool { wasNeverSent && files.isEmpty && delivery.filesOnTheWay == 0 && draft.isUntouched }

    /// Why it can't be sent; `nil` if it can.
    public var problem: NoticeBoardError.Code? {
        let beingPrepared = [OutboxFile](repeating: .beingPrepared, count: delivery.filesOnTheWay)
        return draft.fileProblem(count: files.count) ?? draft.problem(with: files + beingPrepared)
    }

    /// Whether it takes another file now, those that are being prepared included.
    public var canAttach: Bool {
        fileRefusal == nil && draft.fileProblem(count: files.count + delivery.filesOnTheWay + 1) == nil
    }

    /// Why it takes no file now; `nil` if it does.
    var fileRefusal: NoticeBoardError? {
        guard isEditable || delivery.isQueued else {
            return NoticeBoardError(.draftBeingSent, "The draft is being sent or searched for.")
        }
        return draft.fileProblem(count: files.count + 1).map { NoticeBoardError($0, "The draft has \(files.count) files.") }
    }

    /// The draft as a later launch needs it: files that are being prepared only matter to one that waits for them.
    var asStored: Self {
        guard delivery.filesOnTheWay > 0, !delivery.isQueued else { return self }
        var item = self
        item.delivery.filesOnTheWay = 0
        return item
    }
}
