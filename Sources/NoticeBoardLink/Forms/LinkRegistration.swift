public import NoticeBoardBase

/// The fields for signing up.
public struct LinkRegistration: Sendable, Hashable {
    /// The e-mail address.
    public var email: String
    /// The password.
    public var password: String
    /// The nickname.
    public var nick: String
    /// The phone number, digits only; `nil` or empty to omit it.
    public var phone: String?
    /// The birthday, such as `1999-01-31`; `nil` or empty to omit it.
    public var birthday: String?

    /// Creates a registration; removes white space around the e-mail address.
    public init(email: String, password: String, nick: String, phone: String? = nil, birthday: String? = nil) {
        self.email = email.withoutOuterWhiteSpace
        self.password = password
        self.nick = nick
        self.phone = phone
        self.birthday = birthday
    }

    /// Throws the first problem, in the order of the fields.
    func check() throws(NoticeBoardError) {
        try LinkCheck.email.demand(email)
        try LinkCheck.password.demand(password)
        try LinkCheck.nick.demand(nick)
        if let phone { try LinkCheck.phone.demand(phone) }
        if let birthday, !birthday.isEmpty { try LinkCheck.birthday.demand(birthday) }
    }
}

extension LinkRegistration: Encodable {
    private enum CodingKeys: String, CodingKey {
        case email, password, nick
        case phone = "phoneNum"
        case birthday = "birthDay"
    }

    /// Encodes the wire format; omitted fields are absent, never null or empty.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(email, forKey: .email)
        try container.encode(password, forKey: .password)
        try container.encode(nick.composed, forKey: .nick)
        if let phone, !phone.isEmpty { try container.encode(phone, forKey: .phone) }
        if let birthday, !birthday.isEmpty { try container.encode(birthday, forKey: .birthday) }
    }
}

extension LinkRegistration: Redacted {
    /// Never the values.
    public var description: String { "LinkRegistration(…)" }
}
