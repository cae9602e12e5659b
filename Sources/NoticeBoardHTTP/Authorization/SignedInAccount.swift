/// The account that an ``AccountSession`` has signed in, for an object that belongs to it.
public struct SignedInAccount: Sendable {
    /// The account's ID; empty if its credentials do not name it.
    public let id: String
    /// Changes with each sign-in and sign-out.
    public let generation: SessionGeneration
    /// Authorizes requests in the name of this account alone: after its session they throw `sessionOver`, also when another
    /// account, or the same one again, is signed in.
    public let authorization: any HTTPInterceptor
}
