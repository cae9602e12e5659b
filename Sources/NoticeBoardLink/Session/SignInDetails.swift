import NoticeBoardBase

/// The credentials of a sign-in.
struct SignInDetails: Sendable, Hashable, Redacted {
    let email: String
    let password: String
}
