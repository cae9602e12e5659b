import Foundation

/// What an account change ends, erases and records.
struct AccountPlan: Sendable {
    var ending: [AccountMember] = []
    /// Whether the data of the ended members are erased.
    var isErasing = false
    /// The members whose data may have to be erased, as registered at the change.
    var erasing: [AccountMember] = []
    /// The account to erase; `nil` uses the recorded account.
    var former: String?
    var change: AccountScope.Change
    /// The members that remain registered after the change.
    var staying: [AccountMember] = []
}

extension AccountScope.Content {
    /// Changes the state, and returns the consequences.
    mutating func change(_ change: AccountScope.Change) -> AccountPlan {
        var plan = AccountPlan(change: change)
        switch change {
        case .restored(nil):
            if state == .unknown { state = .signedOut }
        case .restored(let account?) where state.account == nil: state = .signedIn(account: account)
        case .restored(let account?), .signedIn(let account):
            plan.change = .signedIn(account)
            if let former = state.account {
                let isSame = former == account && !account.isEmpty
                leave(&plan, isErasing: !isSame, returns: isSame)
            } else {
                // Only the file says whether another account left data.
                plan.erasing = members
            }
            state = .signedIn(account: account)
        case .named(let account):
            if case .signedIn = state { state = .signedIn(account: account) }
        case .expired:
            guard case .signedIn(let account) = state else { break }
            state = .expired(account: account)
            left = members
            plan.ending = members
        case .signedOut(let isErasing):
            leave(&plan, isErasing: isErasing, returns: false)
            state = .signedOut
        }
        plan.staying = members
        return plan
    }

    /// Ends the account; unless it returns at once, the members registered for it alone are removed.
    private mutating func leave(_ plan: inout AccountPlan, isErasing: Bool, returns: Bool) {
        let isExpired = if case .expired = state { true } else { false }
        let there = isExpired ? left : members
        // Members of an expired session have ended already, but must learn that their data are erased.
        plan.ending = isExpired && !isErasing ? [] : there
        plan.isErasing = isErasing
        if isErasing { (plan.erasing, plan.former) = (there, state.account) }
        left = []
        if !returns { members.removeAll { $0.account != nil && $0.account == state.account } }
    }
}

extension AccountScope {
    /// Reads the file once, and finishes an erasure that an earlier launch began.
    func load() async {
        guard !content.withLock({ $0.isLoaded }) else { return }
        // A file that can't be read yet, as on a locked device, is read at the next change.
        guard let record = try? await owner.read() else { return }
        content.withLock { ($0.isLoaded, $0.interruptedErasures) = (true, Set(record.erasing)) }
        // An account that is already signed in still has its tokens, so its data stay.
        for account in record.erasing where account != state.account { await erase(account, []) }
    }

    /// Records that an erasure begins, on the queue.
    func note(_ plan: AccountPlan) async {
        await load()
        guard case .signedOut(true) = plan.change else { return }
        await owner.change { $0.beginErasing(plan.former ?? $0.account ?? "") }
    }

    /// Carries out a change, on the queue.
    func carryOut(_ plan: AccountPlan) async {
        if !plan.erasing.isEmpty { content.withLock { $0.failure = nil } }
        let written = (try? await owner.read())?.account
        switch plan.change {
        case .expired: break
        case .named(let account): await owner.change { $0.account = account }
        case .restored(let account):
            guard let account else { break }
            // The sign-in that replaced the former account was interrupted. Only paths recorded for that account alone can't
            // belong to this one.
            if let written, written != account, !account.isEmpty { await erase(written, [], isShared: false) }
            await own(account, plan)
        case .signedIn(let account):
            if let former = plan.former ?? written, former != account || account.isEmpty { await erase(former, plan.erasing) }
            await own(account, plan)
        case .signedOut(true):
            let begun = (try? await owner.read())?.erasing ?? []
            // Erasures that failed before are retried.
            for account in begun.dropLast() { await erase(account, []) }
            await erase(begun.last ?? plan.former ?? "", plan.erasing)
        case .signedOut(false): await owner.change { $0.account = nil }
        }
    }

    /// Records the account that owns the data from now on.
    private func own(_ account: String, _ plan: AccountPlan) async {
        let paths = plan.staying.filter { $0.belongs(to: account) }.flatMap(\.recorded)
        await owner.change { record in
            record.account = account
            // Data that could not be erased belong to this account again.
            record.erasing.removeAll { $0 == account }
            record.add(paths)
        }
    }

    /// Erases the data of `account`: those of `members`, and the paths recorded for it.
    private func erase(_ account: String, _ members: [AccountMember], isShared: Bool = true) async {
        let members = members.filter { $0.belongs(to: account) }
        await waitUntilStored()
        await owner.change { record in
            record.beginErasing(account)
            record.add(members.flatMap(\.recorded))
        }
        var failure: NoticeBoardError?
        for member in members {
            do { try await member.erase?.run() } catch { failure = failure ?? NoticeBoardError(wrapping: error) }
        }
        let own = Set(members.filter { $0.erase != nil }.flatMap(\.paths))
        do { try await owner.removePaths(of: account, isShared: isShared, except: own) } catch {
            failure = failure ?? NoticeBoardError(wrapping: error)
        }
        // What is left stays recorded: the next launch tries again.
        if let failure { return content.withLock { $0.failure = failure } }
        await owner.change { record in
            record.erasing.removeAll { $0 == account }
            record.paths.removeAll { $0.account == account || isShared && $0.account == nil }
        }
    }
}

extension AccountScope {
    /// Whether the file records an account that has data here.
    package func hasData() async -> Bool { (try? await owner.read())?.account != nil }
}
