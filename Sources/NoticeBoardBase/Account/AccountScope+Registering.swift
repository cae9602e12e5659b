public import Foundation

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

    /// What the lock protects when a member is added.
    private struct Addition {
        /// Whether the member's account is signed out already.
        var isLate = false
        /// Whether the paths are recorded now, and not with the account.
        var isAccountKnown = false
        /// The members before, to be released outside of the lock: a `deinit` may cancel a registration.
        var former: [AccountMember] = []
    }

    private func add(_ member: AccountMember) -> AccountRegistration {
        // Outside of the lock: evaluating `isGone` may release an object whose `deinit` needs the lock.
        let gone = Set(content.withLock { $0.members }.filter { $0.isGone() }.map(\.number))
        var member = member
        let addition = content.withLock { content in
            var addition = Addition(former: content.members)
            content.members.removeAll { gone.contains($0.number) }
            content.lastNumber += 1
            member.number = content.lastNumber
            addition.isLate = content.isLate(member)
            addition.isAccountKnown = content.state.account != nil
            let isOfExpired = addition.isLate && content.state.account == member.account
            if !addition.isLate || isOfExpired { content.members.append(member) }
            if isOfExpired { content.left.append(member) }
            return addition
        }
        withExtendedLifetime(addition.former) {}
        if addition.isLate {
            AccountEnding.endNow(member)
        } else if addition.isAccountKnown, !member.paths.isEmpty {
            queue.add { [owner, recorded = member.recorded] in await owner.change { $0.add(recorded) } }
        }
        return AccountRegistration(self, member.number)
    }

    /// Withdraws a registration; with `forgetsPaths`, its data are not erased by a later launch either.
    func remove(_ number: Int, forgetsPaths: Bool) {
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
