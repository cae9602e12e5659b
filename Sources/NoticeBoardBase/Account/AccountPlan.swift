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
