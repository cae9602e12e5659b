/// What the service of a sender can do.
struct SenderAbilities: Sendable {
    let honorsKeys: Bool
    let isSearchable: Bool
    let takesFiles: Bool

    /// Whether the outbox can find out by itself that a draft has arrived.
    var tellsArrivals: Bool { honorsKeys || isSearchable }
}
