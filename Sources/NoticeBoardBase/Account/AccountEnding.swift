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

    /// Ends a member that registered too late: its account is signed out already.
    static func endNow(_ member: AccountMember) { AccountEnding(members: [member], isErasing: false) {}.run() }

    @MainActor private func finish() {
        for member in members { member.endOnMain() }
        done()
    }
}
