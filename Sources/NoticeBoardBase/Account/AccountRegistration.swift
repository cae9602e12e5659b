public import Foundation

/// Something that holds data of an account.
struct AccountMember: Sendable {
    /// Erases data; in a struct, since an optional of a bare `async` closure needs metadata that systems before iOS 18 lack.
    struct Erase: Sendable { let run: @Sendable () async throws -> Void }

    var number = 0
    /// The one account that it belongs to; `nil` for every account.
    let account: String?
    let paths: [String]
    let end: @Sendable (_ isErasing: Bool) -> Void
    let endOnMain: @MainActor () -> Void
    let isGone: @Sendable () -> Bool
    let erase: Erase?

    func belongs(to account: String) -> Bool { self.account == nil || self.account == account }
    /// What is written down of it.
    var recorded: [OwnerRecord.Path] { paths.map { OwnerRecord.Path(account: account, path: $0) } }
}

/// What a change of the account ends.
package struct AccountEnding: Sendable {
    let members: [AccountMember]
    let isErasing: Bool
    let done: @Sendable () -> Void

    /// Ends everything in the order in which it registered: at once on the main actor, where what belongs there follows elsewhere.
    package func run() {
        if MainQueue.isHere {
            MainActor.assumeIsolated {
                for member in members {
                    member.end(isErasing)
                    member.endOnMain()
                }
            }
            return done()
        }
        for member in members { member.end(isErasing) }
        Task { @MainActor in
            for member in members { member.endOnMain() }
            done()
        }
    }
}

/// A registration with an ``AccountScope``, which it takes back.
public final class AccountRegistration: Sendable {
    private let scope: AccountScope
    private let number: Int

    init(_ scope: AccountScope, _ number: Int) { (self.scope, self.number) = (scope, number) }

    /// Takes the registration back: nothing is ended or erased for it from now on.
    ///
    /// What an expired session left is still erased when another account signs in. Letting go of this object changes nothing.
    public func cancel() { scope.remove(number, forgetsPaths: true) }

    /// Does the same, but later launches still erase the paths: for an object that goes while its account stays.
    package func release() { scope.remove(number, forgetsPaths: false) }
}

extension AccountScope {
    /// Registers an object of the main actor, a screen or a list, which `end` empties when the session ends; it is not kept alive.
    ///
    /// It stays registered for the accounts that sign in later, unless `account` names the only one.
    @discardableResult public func register<Object: AnyObject & Sendable>(
        _ object: Object, for account: String? = nil, end: @escaping @MainActor (Object) -> Void
    ) -> AccountRegistration {
        add(
            AccountMember(
                account: account, paths: [], end: { _ in }, endOnMain: { [weak object] in if let object { end(object) } },
                isGone: { [weak object] in object == nil }, erase: nil))
    }

    /// Registers data of the account, and what stops working with them when the session ends.
    ///
    /// - Parameters:
    ///   - account: The only account that the data belong to; `nil` for every account that signs in.
    ///   - paths: Files and folders that hold the data. They are written down, so that a later launch erases them as well.
    ///   - end: Stops at once what is under way, on whatever thread the session ended; it gets whether the data are erased then.
    ///   - erase: Erases the data in place of the removal of `paths`. It is kept, and so must hold no screen.
    /// - Returns: What takes the registration back.
    @discardableResult public func register(
        for account: String? = nil, erasing paths: [URL] = [], end: @escaping @Sendable (_ isErasing: Bool) -> Void = { _ in },
        erase: (@Sendable () async throws -> Void)? = nil
    ) -> AccountRegistration {
        add(
            AccountMember(
                account: account, paths: paths.filter(\.isFileURL).map(\.standardizedFileURL.path), end: end, endOnMain: {},
                isGone: { false }, erase: erase.map { AccountMember.Erase(run: $0) }))
    }

    private func add(_ member: AccountMember) -> AccountRegistration {
        // Outside of the lock: the last reference to an object may go here.
        let gone = Set(content.withLock { $0.members }.filter { $0.isGone() }.map(\.number))
        var member = member
        let (isLate, isKnown) = content.withLock { content in
            content.members.removeAll { gone.contains($0.number) }
            content.lastNumber += 1
            member.number = content.lastNumber
            let isLate = content.isLate(member)
            let isOfExpired = isLate && content.state.account == member.account
            if !isLate || isOfExpired { content.members.append(member) }
            if isOfExpired { content.left.append(member) }
            return (isLate, content.state.account != nil)
        }
        if isLate { AccountEnding(members: [member], isErasing: false) {}.run() }
        if isKnown, !member.paths.isEmpty, !isLate {
            queue.add { [owner, recorded = member.recorded] in await owner.change { $0.add(recorded) } }
        }
        return AccountRegistration(self, member.number)
    }

    fileprivate func remove(_ number: Int, forgetsPaths: Bool) {
        let removed = content.withLock { content in
            let index = content.members.firstIndex { $0.number == number }
            return index.map { content.members.remove(at: $0) }
        }
        guard forgetsPaths, let removed, !removed.paths.isEmpty else { return }
        queue.add { [self] in
            let others = Set(content.withLock { ($0.members + $0.left).flatMap(\.recorded) })
            await owner.change { $0.paths.removeAll { removed.recorded.contains($0) && !others.contains($0) } }
        }
    }
}

extension AccountScope.Content {
    /// Whether something was made for an account whose session is over.
    fileprivate func isLate(_ member: AccountMember) -> Bool {
        guard let account = member.account else { return false }
        switch state {
        case .unknown: return false
        case .signedIn(let now): return now != account
        case .signedOut, .expired: return true
        }
    }
}
