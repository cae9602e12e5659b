import Foundation

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
            // The file may name others: on a full disk, this account's erasure was not noted there.
            let account = plan.former ?? written ?? begun.last ?? ""
            // Erasures that failed before are retried.
            for other in begun where other != account { await erase(other, []) }
            await erase(account, plan.erasing)
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

    /// Whether the file records an account that has data here.
    package func hasData() async -> Bool { (try? await owner.read())?.account != nil }
}
