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
        self.nick = nick
        self.phone = phone
        self.birthday = birthday
        self.picture = picture
    }

    /// Returns the form as it is sent, with its picture cleaned; throws the first problem, in the order of the fields.
    func ready(cleaning: Bool) throws -> LinkProfileForm {
        if self == LinkProfileForm() { throw NoticeBoardError(.nothingToChange, "The form of the profile names no field.") }
        try LinkCheck.demand([(.nick, nick), (.phone, phone), (.birthday, birthday?.isEmpty == true ? nil : birthday)])
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
