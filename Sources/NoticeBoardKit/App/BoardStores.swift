import Foundation
import NoticeBoardBase
import NoticeBoardScreens

/// The stores of the account: its searches, its read marks and its last place, registered in the account scope.
///
/// Data that stay at a sign-out are hidden until the same account signs in, or the app uses other stores.
@MainActor final class BoardStores {
    private(set) var history: AccountHistory
    private(set) var place: FileBoardPlace?
    private let marks: PostMarks
    private let scope: AccountScope
    private var registrations: [AccountRegistration] = []
    /// The account that the stores are registered for; `nil` before the first registration and after a sign-out.
    private var registeredAccount: String??
    /// Whether the data stayed at the end of the last account.
    private let keepsData = Locked(false)
    /// The account whose data stayed at a sign-out, empty if unknown; `nil` if nothing is hidden.
    private var hiddenAccount: String?

    init(history: AccountHistory, marks: PostMarks, place: FileBoardPlace?, scope: AccountScope) {
        self.history = history
        self.marks = marks
        self.place = place
        self.scope = scope
        scope.register(end: { [keepsData] isErasing in keepsData.withLock { $0 = !isErasing } })
    }

    /// The store of the last place; `nil` if it stayed for another account.
    var shownPlace: FileBoardPlace? { isOfOtherAccount ? nil : place }

    /// Whether the data stayed at the sign-out of another account than the present one.
    private var isOfOtherAccount: Bool {
        guard let hiddenAccount, !hiddenAccount.isEmpty else { return false }
        return hiddenAccount != scope.state.account
    }

    /// Registers the stores for the present account, in place of the former registrations.
    ///
    /// Data of another account are not registered: the sign-out of the present one must not erase them. The read marks are: the
    /// present account writes into their file, too.
    func register() {
        for registration in registrations { registration.cancel() }
        let account = scope.state.account
        registeredAccount = .some(account)
        // The files of a known account are recorded: a later launch erases them if another account signs in.
        func paths(_ files: [URL]) -> [URL] { account == nil ? [] : files }
        registrations = [
            scope.register(for: account, erasing: paths(marks.files), erase: marks.erasing())
        ]
        guard !isOfOtherAccount else { return }
        registrations.append(scope.register(history, for: account))
        if let place {
            let end: @Sendable (Bool) -> Void = { if $0 { place.end() } }
            registrations.append(
                scope.register(for: account, erasing: paths(place.files), end: end, erase: { try await place.erase() }))
        }
    }

    /// Registers the stores again if they are registered for another account, or for none.
    func registerForAccount() {
        if registeredAccount != .some(scope.state.account) { register() }
    }

    /// Returns whether the hidden history is shown again, because its account has signed in.
    func showHistoryOfAccount() -> Bool {
        guard let hiddenAccount, !hiddenAccount.isEmpty, hiddenAccount == scope.state.account else { return false }
        self.hiddenAccount = nil
        return true
    }

    /// Follows a sign-out, which ends the registrations, also if the same account signs in again.
    ///
    /// Returns whether the history is hidden, because the data stayed.
    func leaveAccount() -> Bool {
        defer { registeredAccount = nil }
        guard scope.state == .signedOut, keepsData.withLock({ $0 }) else { return false }
        hiddenAccount = hiddenAccount ?? (registeredAccount ?? nil) ?? ""
        return true
    }

    /// Replaces the stores, and hides nothing any more; ``register()`` follows.
    func use(history: AccountHistory, place: FileBoardPlace?) {
        self.history = history
        self.place = place
        hiddenAccount = nil
    }
}
