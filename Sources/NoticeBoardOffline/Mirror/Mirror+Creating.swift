public import Foundation
public import NoticeBoardBase

extension Mirror {
    /// Creates the mirror of the account that `scope` has signed in, without touching the disk.
    ///
    /// - Parameters:
    ///   - folder: The parent folder; each account has its own folder in it. Not on iCloud Drive or a network share.
    ///   - name: Distinguishes the mirrors of several types of items in one folder.
    ///   - scope: Ends the mirror with the session, and erases it when the account signs out. Create the mirror after the sign-in,
    ///     and a new one after the next; leave it out for a service without accounts.
    ///   - rules: The limits, and the texts that a search reads.
    ///   - life: The app's life: when the network returns, or the app comes to the foreground, updates that failed for a reason
    ///     that may pass go on by themselves. The mirror's feeds follow it, too.
    ///   - time: The clock for outages of the network; tests pass a manual one.
    ///   - now: The date of an update.
    ///   - load: Loads a page of a list from the service.
    public convenience init(
        in folder: URL, name: String = "mirror", scope: AccountScope? = nil, rules: MirrorRules<Item> = MirrorRules(),
        life: AppLife? = nil, time: TimeSource = .system, now: @escaping @Sendable () -> Date = { Date() },
        load: @escaping Load
    ) {
        let account = scope?.state.account
        let url = AccountFolder.url(in: folder, name: name, account: account)
        self.init(
            at: url, prefix: "list-", rules: rules, life: life, time: time, now: now, files: POSIXFileSystem(), load: load)
        if let life { follow(life) }
        scope?.register(
            for: account, erasing: [url], end: { [store] _ in store.end() }, erase: { [store] in try await store.erase() })
    }
}
