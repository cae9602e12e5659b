/// A sender made of one closure, for a service that honors idempotency keys.
///
/// ```swift
/// let sender = KeyedSender<NewTopic, Topic> { parcel in
///     try await client.value(for: ForumAPI.publish(parcel.draft, key: parcel.key))
/// }
/// ```
///
/// The closure throws the client's errors as they are: any other error counts as a lost response, also one that is thrown after
/// a good one. So decode leniently in it.
public struct KeyedSender<Draft: OutboxDraft, Answer: Sendable>: OutboxSender {
    /// For how many seconds the service remembers a key.
    public let keyLifetime: Double
    private let sendParcel: @Sendable (OutboxParcel<Draft>) async throws -> Answer

    /// Creates a sender for a service that remembers each key for `keyLifetime` seconds, a day by default.
    public init(keyLifetime: Double = 86_400, send: @escaping @Sendable (_ parcel: OutboxParcel<Draft>) async throws -> Answer) {
        self.keyLifetime = keyLifetime
        sendParcel = send
    }

    /// Calls the closure.
    public func send(_ parcel: OutboxParcel<Draft>) async throws -> Answer { try await sendParcel(parcel) }
}
