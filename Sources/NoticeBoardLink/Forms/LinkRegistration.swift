public import NoticeBoardBase

/// The fields for signing up.
public struct LinkRegistration: Sendable, Hashable, Encodable, Redacted {
    /// The e-mail address.
    public let email: String
    /// The password.
    public let password: String
    /// The nickname.
    public let nick: String
    /// The phone number, digits only; `nil` to omit it.
    public let phone: String?
    /// The birthday, such as `1999-01-31`; `nil` to omit it.
    public let birthday: String?

    /// Creates a registration; removes white space around the e-mail address, and omits an empty phone number and
    /// birthday.
    public init(email: String, password: String, nick: String, phone: String? = nil, birthday: String? = nil) {
        self.email = email.withoutOuterWhiteSpace
        self.password = password
        self.nick = nick.composed
        self.phone = phone?.isEmpty == true ? nil : phone
        self.birthday = birthday?.isEmpty == true ? nil : birthday
    }

    /// Throws the first problem, in the order of the fields.
    func check() throws(NoticeBoardError) {
        try LinkCheck.demand([
            (.email, email), (.password, password), (.nick, nick), (.phone, phone), (.birthday, birthday),
        ])
    }

    private enum CodingKeys: String, CodingKey {
        case email, password, nick
        case phone = "phoneNum"
        case birthday = "birthDay"
    }
}
