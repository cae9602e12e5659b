public import Foundation

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

/// The members that end because the account changed.
package struct AccountEnding: Sendable {
    let members: [AccountMember]
    /// Whether the data are erased afterwards.
    let isErasing: Bool
    /// The members before the change, to be released outside of the scope's lock: a `deinit` may cancel a registration.
    var former: [AccountMember] = []
    let done: @Sendable () -> Void

    /// Stops the members' work, then ends objects of the main actor, both in the order in which they registered.
    ///
    /// On the main thread everything ends before this returns; on another one, objects of the main actor end a moment later.
    package func run() {
        for member in members { member.end(isErasing) }
        if MainQueue.isHere { MainActor.assumeIsolated(finish) } else { Task { await finish() } }
    }

    @MainActor private func finish() {
        for member in members { member.endOnMain() }
        done()
    }
}

/// A registration with an ``AccountScope``; ``cancel()`` withdraws it.
public final class AccountRegistration: Sendable {
    private let scope: AccountScope
    private let number: Int

    init(_ scope: AccountScope, _ number: Int) { (self.scope, self.number) = (scope, number) }

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

extension AccountScope {
    /// Registers an object of the main actor, such as a screen, for `end` to clear when the session ends.
    ///
    /// It is held weakly, and stays registered for later accounts unless `account` limits it to one. If the session of that
    /// account is already over, `end` is called at once.
    @discardableResult public func register<Object: AnyObject & Sendable>(
        _ object: Object, for account: String? = nil, end: @escaping @MainActor (Object) -> Void
    ) -> AccountRegistration {
        add(
            AccountMember(
                account: account, endOnMain: { [weak object] in if let object { end(object) } },
                isGone: { [weak object] in object == nil }))
    }

    /// Registers data of the account, and a closure that stops work on them when the session ends.
    ///
    /// If the session of `account` is over already, `end` is called at once with `false`, and nothing is recorded.
    ///
    /// - Parameters:
    ///   - account: The only account that the data belong to; `nil` for every account that signs in.
    ///   - paths: Files and folders that hold the data. They are recorded, so that a later launch can erase them as well.
    ///   - end: Stops running work at once. Called on any thread; the argument says whether the data are erased afterwards.
    ///   - erase: Erases the data instead of removing `paths`. It is retained, so it must not hold a screen.
    /// - Returns: A handle that withdraws the registration.
    @discardableResult public func register(
        for account: String? = nil, erasing paths: [URL] = [], end: @escaping @Sendable (_ isErasing: Bool) -> Void = { _ in },
        erase: (@Sendable () async throws -> Void)? = nil
    ) -> AccountRegistration {
        add(
            AccountMember(
                account: account, paths: paths.filter(\.isFileURL).map(\.standardizedFileURL.path), end: end,
                erase: erase.map { AccountMember.Erase(run: $0) }))
    }

    private func add(_ member: AccountMember) -> AccountRegistration {
        // Outside of the lock: evaluating `isGone` may release an object whose `deinit` needs the lock.
        let gone = Set(content.withLock { $0.members }.filter { $0.isGone() }.map(\.number))
        var member = member
        let (isLate, isKnown, former) = content.withLock { content in
            // Released outside of the lock: a `deinit` may cancel a registration.
            let former = content.members
            content.members.removeAll { gone.contains($0.number) }
            content.lastNumber += 1
            member.number = content.lastNumber
            let isLate = content.isLate(member)
            let isOfExpired = isLate && content.state.account == member.account
            if !isLate || isOfExpired { content.members.append(member) }
            if isOfExpired { content.left.append(member) }
            return (isLate, content.state.account != nil, former)
        }
        withExtendedLifetime(former) {}
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
    /// Whether a member belongs to an account that is no longer signed in.
    fileprivate func isLate(_ member: AccountMember) -> Bool {
        guard let account = member.account, state != .unknown else { return false }
        return state != .signedIn(account: account)
    }
}
