/// The time from one sign-in or sign-out of a session to the next.
///
/// Remember ``TokenSession/generation`` before you wait, and compare it afterwards: if it has changed, the account has, too.
public struct SessionGeneration: Sendable, Hashable {
    let number: Int

    /// The generation after the next sign-in or sign-out.
    var next: SessionGeneration { SessionGeneration(number: number + 1) }
}
