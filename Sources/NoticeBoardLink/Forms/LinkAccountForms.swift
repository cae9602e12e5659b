public import NoticeBoardBase
import NoticeBoardHTTP

/// The fields to change in the user's own profile; `nil` fields stay unchanged.
public struct LinkProfileForm: Sendable, Hashable, Redacted {
    /// The nickname.
    public var nick: String?
    /// The phone number, digits only.
    public var phone: String?
    /// The birthday, such as `1999-01-31`.
    public var birthday: String?
    /// The picture, at most 1 MB.
    public var picture: LinkFile?

    /// Creates a form with these fields.
    public init(nick: String? = nil, phone: String? = nil, birthday: String? = nil, picture: LinkFile? = nil) {
        (self.nick, self.phone) = (nick, phone)
        (self.birthday, self.picture) = (birthday, picture)
    }

    /// Returns the form as it is sent, with its picture cleaned; throws the first problem, in the order of the fields.
    func ready(cleaning: Bool) throws -> LinkProfileForm {
        if self == LinkProfileForm() { throw NoticeBoardError(.nothingToChange, "The form of the profile names no field.") }
        if let nick { try LinkCheck.nick.demand(nick) }
        if let phone { try LinkCheck.phone.demand(phone) }
        if let birthday, !birthday.isEmpty { try LinkCheck.birthday.demand(birthday) }
        var ready = self
        ready.picture = try picture?.ready(atMost: LinkFile.megabyte, else: .profilePictureTooLarge, cleaning: cleaning)
        return ready
    }

    /// The multipart form.
    var multipart: Multipart {
        let fields = [("nick", nick?.composed), ("phoneNum", phone), ("birthDay", birthday)]
        return Multipart(
            fields.compactMap { name, text in text.map { .text(name, $0) } }
                + [picture].compactMap { $0?.part("profile", number: 1) })
    }
}

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
        try LinkCheck.email.demand(email)
        try LinkCheck.password.demand(password)
        try LinkCheck.nick.demand(nick)
        if let phone { try LinkCheck.phone.demand(phone) }
        if let birthday { try LinkCheck.birthday.demand(birthday) }
    }

    private enum CodingKeys: String, CodingKey {
        case email, password, nick
        case phone = "phoneNum"
        case birthday = "birthDay"
    }
}
