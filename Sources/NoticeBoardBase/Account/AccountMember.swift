/// A registered object, or a set of registered files, with data of an account.
struct AccountMember: Sendable {
    /// Erases data.
    ///
    /// An optional `async` closure needs runtime metadata that iOS 17 and earlier lack, so the closure is wrapped.
    struct Erase: Sendable { let run: @Sendable () async throws -> Void }

    var number = 0
    /// The only account that it belongs to; `nil` for every account.
    let account: String?
    var paths: [String] = []
    /// Called on the thread on which the session ends; the argument says whether the data are erased afterwards.
    var end: @Sendable (_ isErasing: Bool) -> Void = { _ in }
    var endOnMain: @MainActor () -> Void = {}
    /// Whether the registered object was released.
    var isGone: @Sendable () -> Bool = { false }
    var erase: Erase?

    func belongs(to account: String) -> Bool { self.account == nil || self.account == account }
    /// The paths to record for a later launch.
    var recorded: [OwnerRecord.Path] { paths.map { OwnerRecord.Path(account: account, path: $0) } }
}
