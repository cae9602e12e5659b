/// The time between one signing in or out and the next.
///
/// What was asked for in one epoch must not be written in another, where somebody else may be signed in.
public struct SessionEpoch: Sendable, Hashable {
    let number: Int

    /// The first epoch of every session, and the only one where there is no session.
    public static let first = SessionEpoch(number: 0)

    var next: SessionEpoch { SessionEpoch(number: number + 1) }
}
