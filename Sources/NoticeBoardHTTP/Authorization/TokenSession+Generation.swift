extension TokenSession {
    /// The time from one sign-in or sign-out to the next.
    ///
    /// Remember it before you wait, and compare it afterwards: if ``TokenSession/generation`` has changed, the account has, too.
    public struct Generation: Sendable, Hashable {
        let number: Int
    }
}
