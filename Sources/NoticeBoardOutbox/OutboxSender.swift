public import NoticeBoardBase
public import NoticeBoardPaging

/// Sends the drafts of an ``Outbox``, and lets it find out whether one arrived whose response was lost.
///
/// ```swift
/// struct TopicSender: OutboxSender {
///     let client: APIClient
///
///     func send(_ parcel: OutboxParcel<NewTopic>) async throws -> Topic {
///         try await client.value(for: ForumAPI.publish(parcel.draft))
///     }
///     func existing(for draft: NewTopic, at position: PagePosition?, limit: Int) async throws -> Page<Topic>? {
///         try await client.value(for: ForumAPI.myTopics(at: position, limit: limit))
///     }
///     func isStored(_ parcel: OutboxParcel<NewTopic>, as topic: Topic) -> Bool {
///         StoredText.isSame(parcel.draft.title, topic.title) && StoredText.isSame(parcel.draft.text, topic.text)
///     }
/// }
/// ```
///
/// Only ``send(_:)`` has no default. There are three kinds of services:
/// - One that **honors idempotency keys** gets a draft again with the same key: set ``keyLifetime``, or use a ``KeyedSender``.
/// - One that **can be searched** is searched from its newest item down to what existed before the first attempt: implement
///   ``existing(for:at:limit:)``, ``id(of:)`` and ``isStored(_:as:)``.
/// - For **any other** service, the user is asked after each lost response.
public protocol OutboxSender<Draft, Answer>: Sendable {
    /// What is sent.
    associatedtype Draft: OutboxDraft
    /// What the service stored, as it answers; the outbox hands it on.
    associatedtype Answer: Sendable

    /// For how many seconds the service remembers an idempotency key; 0, the default, if it knows none.
    var keyLifetime: Double { get }
    /// Sends a draft.
    ///
    /// Throws a `NoticeBoardError`, whose `mayHaveArrived` decides what follows; any other error counts as a lost response.
    func send(_ parcel: OutboxParcel<Draft>) async throws -> Answer
    /// Returns a page of the list that a draft appears in, newest first; `nil`, the default, if the service has no such list.
    ///
    /// It needs only the items of this user. `limit` items are enough, and the service may return more or fewer.
    func existing(for draft: Draft, at position: PagePosition?, limit: Int) async throws -> Page<Answer>?
    /// Returns the ID by which a new item differs from those that existed before; by default the ID of an `Identifiable` answer.
    ///
    /// `nil` for an item that is recognized by its contents alone, such as one that the draft edits.
    func id(of answer: Answer) -> String?
    /// Whether the service stored a draft as this item; `false` by default. ``StoredText`` compares texts.
    func isStored(_ parcel: OutboxParcel<Draft>, as answer: Answer) -> Bool
    /// Whether the same call may succeed later by itself after this error, beside those of the network; `false` by default.
    func mayPass(_ error: NoticeBoardError) -> Bool
}

extension OutboxSender {
    /// The service knows no keys.
    public var keyLifetime: Double { 0 }
    /// The service has no such list.
    public func existing(for draft: Draft, at position: PagePosition?, limit: Int) async throws -> Page<Answer>? { nil }
    /// Items are recognized by their contents.
    public func id(of answer: Answer) -> String? { nil }
    /// No draft is recognized.
    public func isStored(_ parcel: OutboxParcel<Draft>, as answer: Answer) -> Bool { false }
    /// The service has no errors of its own that pass.
    public func mayPass(_ error: NoticeBoardError) -> Bool { false }
}

extension OutboxSender where Answer: Identifiable, Answer.ID: CustomStringConvertible {
    /// The item's ID.
    public func id(of answer: Answer) -> String? { answer.id.description }
}
