import Foundation

/// What a change of the account ends, erases and writes down.
struct AccountPlan: Sendable {
    var ending: [AccountMember] = []
    /// Whether data of what ends are erased.
    var isErasing = false
    /// What may have to be erased, as it was registered at the moment of the change.
    var erasing: [AccountMember] = []
    /// The account to be erased; `nil` leaves it to the account that is written down.
    var former: String?
    var change: AccountScope.Change
    /// What is registered for the account that is there from now on.
    var staying: [AccountMember] = []
}

extension AccountScope.Content {
    /// Changes the state, and plans what follows from that.
    mutating func change(_ change: AccountScope.Change) -> AccountPlan {
        var plan = AccountPlan(change: change)
        let before = state
        switch change {
        case .restored(nil):
            if state == .unknown { state = .signedOut }
        case .restored(let account?):
            state = .signedIn(account: account)
            guard before.account != nil else { break }
            plan.change = .signedIn(account)
            signIn(account, before, &plan)
        case .named(let account):
            if case .signedIn = state { state = .signedIn(account: account) }
        case .signedIn(let account):
            state = .signedIn(account: account)
            signIn(account, before, &plan)
        case .expired:
            guard case .signedIn(let account) = state else { break }
            (state, left) = (.expired(account: account), members)
            plan.ending = members
        case .signedOut(let isErasing):
            state = .signedOut
            let there = if case .expired = before { left } else { members }
            plan.isErasing = isErasing
            // What an expired session left has ended before; it has to learn that its data go.
            if case .expired = before, !isErasing { plan.ending = [] } else { plan.ending = there }
            if isErasing { (plan.erasing, plan.former) = (there, before.account) }
            leave(before.account)
        }
        plan.staying = members
        return plan
    }

    private mutating func signIn(_ account: String, _ before: AccountScope.State, _ plan: inout AccountPlan) {
        let isSame = before.account == account && !account.isEmpty
        switch before {
        case .unknown, .signedOut:
            // Whether another account left something is known when the file is read.
            plan.erasing = members
        case .signedIn(let former):
            (plan.ending, plan.isErasing) = (members, !isSame)
            if !isSame { (plan.erasing, plan.former) = (members, former) }
        case .expired(let former):
            if !isSame { (plan.ending, plan.isErasing, plan.erasing, plan.former) = (left, true, left, former) }
        }
        if let former = before.account, !isSame { leave(former) }
        left = []
    }

    /// Drops what was registered for `account` alone.
    private mutating func leave(_ account: String?) {
        left = []
        members.removeAll { $0.account != nil && $0.account == account }
    }
}

extension AccountScope {
    /// Reads the file once, and finishes what an earlier launch began to erase.
    func load() async {
        guard !content.withLock({ $0.isLoaded }) else { return }
        // A file that cannot be read yet, on a locked device, is read at the next change.
        guard let record = try? await owner.read() else { return }
        content.withLock { ($0.isLoaded, $0.cutOff) = (true, Set(record.erasing)) }
        // An account that is signed in already is that of the tokens: they are still there, and so its data stay.
        for account in record.erasing where account != state.account { await erase(account, []) }
    }

    /// Writes down that an erasing begins, on the queue.
    func note(_ plan: AccountPlan) async {
        await load()
        guard case .signedOut(true) = plan.change else { return }
        await owner.change { $0.beginErasing(plan.former ?? $0.account ?? "") }
    }

    /// Does what a change asks for, on the queue.
    func carryOut(_ plan: AccountPlan) async {
        if !plan.erasing.isEmpty { content.withLock { $0.failure = nil } }
        let written = (try? await owner.read())?.account
        switch plan.change {
        case .expired: break
        case .named(let account): await owner.change { $0.account = account }
        case .restored(let account):
            guard let account else { break }
            // The sign-in that replaced the former account was cut off. Only what names that account is surely not this one's.
            if let written, written != account, !account.isEmpty { await erase(written, [], isShared: false) }
            await own(account, plan)
        case .signedIn(let account):
            if let former = plan.former ?? written, former != account || account.isEmpty { await erase(former, plan.erasing) }
            await own(account, plan)
        case .signedOut(true):
            let begun = (try? await owner.read())?.erasing ?? []
            // What could not be erased before is tried again.
            for account in begun.dropLast() { await erase(account, []) }
            await erase(begun.last ?? plan.former ?? "", plan.erasing)
        case .signedOut(false): await owner.change { $0.account = nil }
        }
    }

    /// Writes down whose data there are from now on.
    private func own(_ account: String, _ plan: AccountPlan) async {
        let paths = plan.staying.filter { $0.belongs(to: account) }.flatMap(\.recorded)
        await owner.change { record in
            record.account = account
            // What could not be erased is this account's own again.
            record.erasing.removeAll { $0 == account }
            record.add(paths)
        }
    }

    /// Erases what belongs to `account`: what `members` hold, and the paths that were written down for it.
    private func erase(_ account: String, _ members: [AccountMember], isShared: Bool = true) async {
        let members = members.filter { $0.belongs(to: account) }
        await owner.change { record in
            record.beginErasing(account)
            record.add(members.flatMap(\.recorded))
        }
        var failure: NoticeBoardError?
        var (erased, failed) = (Set<String>(), Set<String>())
        for member in members {
            guard let erase = member.erase else { continue }
            do {
                try await erase.run()
                erased.formUnion(member.paths)
            } catch {
                failure = failure ?? NoticeBoardError(wrapping: error)
                failed.formUnion(member.paths)
            }
        }
        let isDone = await owner.removePaths(of: account, isShared: isShared, except: erased.union(failed)) && failed.isEmpty
        if isDone {
            await owner.change { record in
                record.erasing.removeAll { $0 == account }
                record.paths.removeAll { $0.account == account || isShared && $0.account == nil }
            }
        }
        if let failure { content.withLock { $0.failure = failure } }
    }
}
