public import NoticeBoardBase

/// An account of the simulated Link service.
public struct SimulatedAccount: Sendable, Hashable, Redacted {
    /// The account's ID.
    public var id: String
    /// The e-mail address for signing in.
    public var email: String
    /// The password for signing in.
    public var password: String
    /// The nickname.
    public var nick: String
    /// The phone number, if any.
    public var phone: String?
    /// The birthday, if any.
    public var birthday: String?
    /// The path of its picture, if any.
    public var picture: String?
    /// The IDs of the accounts it follows, in order.
    public var following: [String] = []

    /// Creates an account that follows none; other properties have their defaults.
    public init(id: String, email: String, password: String, nick: String) {
        self.id = id
        self.email = email
        self.password = password
        self.nick = nick
    }

    var json: SimulatedJSON {
        .object([("_id", .string(id)), ("nick", .string(nick)), ("profile", picture.map { .string($0) })])
    }

    var receipt: SimulatedJSON { .object([("_id", .string(id)), ("email", .string(email)), ("nick", .string(nick))]) }

    /// Never the e-mail address or password.
    public var description: String { "SimulatedAccount(\(id))" }
}
