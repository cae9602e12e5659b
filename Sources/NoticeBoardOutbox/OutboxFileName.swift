/// The ends of the file names in an outbox's folder.
enum OutboxFileName {
    static let draft = ".draft"
    static let damaged = ".damaged"
    static let temporary = ".part"
}
