/// A registration with an ``AccountScope``; ``cancel()`` withdraws it.
public final class AccountRegistration: Sendable {
    private let scope: AccountScope
    private let number: Int

    init(_ scope: AccountScope, _ number: Int) {
        self.scope = scope
        self.number = number
    }

    /// Withdraws the registration: its closures are not called, and its data not erased, from now on.
    ///
    /// One exception: data of a session that has expired are still erased when another account signs in. Releasing this object
    /// does not withdraw the registration.
    public func cancel() { scope.remove(number, forgetsPaths: true) }

    /// Withdraws the registration but keeps its paths recorded, so that a later launch erases them when the account signs out.
    ///
    /// For an object that is released while its account is still signed in.
    package func release() { scope.remove(number, forgetsPaths: false) }
}
