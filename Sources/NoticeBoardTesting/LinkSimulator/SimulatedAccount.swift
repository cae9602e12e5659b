import Foundation
public import NoticeBoardBase

/// An account as the simulated Link service holds it.
public struct SimulatedAccount: Sendable, Hashable {
    /// The account's ID.
    public var id: String
    /// With what somebody signs in.
    public var email: String
    /// With what somebody signs in.
    public var password: String
    /// What the account is called.
    public var nick: String
    /// The phone number, when there is one.
    public var phone: String?
    /// The birthday, when there is one.
    public var birthday: String?
    /// The path of its picture, when there is one.
    public var picture: String?
    /// The IDs of those whom it follows, in the order in which it came to.
    public var following: [String]

    /// An account.
    public init(
        id: String, email: String, password: String, nick: String, phone: String? = nil, birthday: String? = nil,
        picture: String? = nil, following: [String] = []
    ) {
        self.id = id
        self.email = email
        self.password = password
        self.nick = nick
        self.phone = phone
        self.birthday = birthday
        self.picture = picture
        self.following = following
    }

    var json: SimulatedJSON {
        var members: [(String, SimulatedJSON)] = [("_id", .string(id)), ("nick", .string(nick))]
        if let picture { members.append(("profile", .string(picture))) }
        return .object(members)
    }

    var receipt: SimulatedJSON { .object([("_id", .string(id)), ("email", .string(email)), ("nick", .string(nick))]) }
}

extension SimulatedAccount: Redacted {
    /// Never with what somebody signs in.
    public var description: String { "SimulatedAccount(\(id))" }
}
