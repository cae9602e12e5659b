public import Foundation
public import NoticeBoardBase
public import NoticeBoardHTTP
import NoticeBoardOutbox
import NoticeBoardPaging
import NoticeBoardScreens

/// A conversation app without its views: the session, what is kept on the device, and the screens of the signed-in account.
///
/// ```swift
/// let app = try LinkApp(configuration, folder: folder)
/// await app.open()                                        // signs in again with the tokens of the last launch
/// for await state in app.states {
///     switch state {
///     case .launching: showLogo()
///     case .signedOut(let reason): show(app.signIn, reason?.text(in: app.language))
///     case .signedIn(let home): show(home.timeline)
///     }
/// }
/// ```
///
/// The parts also work alone: the other guides describe ``session`` and ``LinkHome/account``.
@MainActor public final class LinkApp: StateForwarding {
    /// Which screens to show.
    public enum State: Sendable, Equatable {
        /// The tokens of the last launch are not loaded yet, or can't be read while the device is locked.
        case launching
        /// No account is signed in; `reason` says why the service ended the session, if it did.
        case signedOut(reason: NoticeBoardError?)
        /// An account is signed in.
        case signedIn(LinkHome)
    }

    /// The session of the signed-in account.
    public let session: LinkSession
    /// The screen for signing in.
    public let signIn: LinkSignIn
    /// The language of all screens.
    public private(set) var language: Language

    private let folder: URL
    private let caches: URL
    private let pictureCache: ((LinkUser.ID) -> any LinkPictureCache)?
    private let store = StateStore(State.launching)
    private weak var signUp: LinkSignUp?
    /// Whether a launch reads the tokens and the timeline; the screens begin with it.
    private var isOpening = false
    private var ending: StateObservation?
    private var observation: StateObservation?

    /// Creates an app that keeps its data in `folder`.
    ///
    /// - Parameters:
    ///   - configuration: The service.
    ///   - folder: A folder of this app alone, for drafts and for the lists of hidden posts and accounts.
    ///   - caches: The folder for pictures, which the system may empty; inside `folder` by default.
    ///   - pictureCache: Returns the cache for an account's pictures, to use another library's cache instead of `caches`.
    ///   - tokens: Where the tokens are kept. The default is a file in `folder`; on Apple platforms give a `KeychainTokenStore`.
    ///   - language: The language of all screens.
    ///   - transport: What carries the requests.
    ///   - life: Tells of the foreground and of the network's returns, so that ``open()`` is called only at launch: waiting drafts
    ///     are sent, and open screens that are older than a minute or failed for a reason that may pass are loaded again.
    ///   - now: The clock for the age of posts.
    ///   - time: The clock for delays; a test turns it by hand.
    /// - Throws: `invalidInput` for a folder of an app group: iOS ends an app that is suspended while it holds a lock there.
    public init(
        _ configuration: LinkClient.Configuration, folder: URL, caches: URL? = nil,
        pictureCache: ((LinkUser.ID) -> any LinkPictureCache)? = nil, tokens: (any TokenStore)? = nil,
        language: Language = .preferred, transport: any HTTPTransport = SystemTransport(),
        life: AppLife? = nil, now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system
    ) throws {
        try OutboxLocation.check(folder)
        self.folder = folder
        self.caches = caches ?? folder.appendingPathComponent("pictures")
        self.pictureCache = pictureCache
        self.language = language
        let tokens: any TokenStore = tokens ?? FileTokenStore(directory: folder)
        session = LinkSession(
            configuration, store: tokens, hiddenIn: folder, scope: AccountScope(directory: folder), transport: transport,
            now: now, time: time)
        signIn = LinkSignIn(session, language: language)
        let states = session.states
        Task { [weak self] in for await _ in states { self?.follow() } }
        observation = life?.observe { [weak self] in self?.follow($0) }
    }

    /// Goes on in the foreground, and when the network returns.
    private func follow(_ event: AppLife.Event) {
        // Before the launch has ended there is nothing to go on with.
        guard let home else { return }
        switch event {
        case .foreground: Task { [weak self] in await self?.open() }
        case .networkReturned:
            home.outbox.resume()
            home.account.signals.follow(event)
        case .background: break
        }
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { store }

    /// The screens of the signed-in account; `nil` if none is signed in.
    public var home: LinkHome? { if case .signedIn(let home) = state { home } else { nil } }

    /// Signs in again with the last launch's tokens; call it at launch and when the app returns to the foreground.
    ///
    /// Returns when the screens can be shown, with the timeline of the last launch, whatever the network does: the account is
    /// signed in until the service refuses its tokens. In the foreground again, waiting drafts are sent, and open screens older
    /// than a minute are refreshed.
    ///
    /// Only tokens that an older app stored without an account wait for the service, which says whose they are.
    ///
    /// - Returns: Why the tokens could not be read, as on a locked device: call it again later. `nil` if they were.
    @discardableResult public func open() async -> NoticeBoardError? {
        let before = home
        isOpening = before == nil
        var isSignedIn = false
        var failure: NoticeBoardError?
        do { isSignedIn = try await session.loadTokens(unlessAfter: session.tokens.generation) } catch {
            // It says nothing about the account: the device is locked, for example.
            failure = NoticeBoardError(wrapping: error)
        }
        var user: LinkUser.ID?
        var timeline: FeedSnapshot<LinkPost>?
        if before == nil, let account = session.account {
            user = account.user
            timeline = await LinkHome.timeline(of: account.user, keptIn: folder)
            // Screens show no rows before that. If it fails, they show why.
            _ = try? await account.hiding.whenRead()
        }
        isOpening = false
        follow(timeline, of: user)
        if let home, home === before {
            home.outbox.resume()
            home.account.enterForeground()
        }
        // The screens do not wait for the service to confirm the tokens.
        if isSignedIn { Task { [session] in _ = try? await session.restore() } }
        return failure
    }

    /// Keeps the timeline for the next launch, which may have no network: call it when the app goes to the background.
    ///
    /// - Returns: Why it could not be kept; `nil` if it was.
    @discardableResult public func saveNow() async -> NoticeBoardError? {
        guard let home else { return nil }
        let timeline = home.timeline.snapshot?.trimmed(to: 300)
        // Posts that the service no longer has must not return with the next launch.
        let isEmptied = timeline == nil && home.timeline.state.feed.isFresh
        guard timeline != nil || isEmptied else { return nil }
        let file = home.kept
        let account = home.account
        do {
            // A timeline that is written after the sign-out would not be erased.
            try await file.run {
                guard !account.isOver else { return }
                guard let timeline else { return try file.remove() }
                try file.replace(JSONEncoder().encode(timeline.trimmed(toBytes: 4 << 20)))
            }
            return nil
        } catch { return account.isOver ? nil : NoticeBoardError(wrapping: error) }
    }

    /// Changes the language of all screens, also of those that are shown.
    public func setLanguage(_ language: Language) {
        self.language = language
        signIn.setLanguage(language)
        signUp?.setLanguage(language)
        home?.account.setLanguage(language)
    }

    /// Creates the screens for signing up.
    public func makeSignUp() -> LinkSignUp {
        let screen = LinkSignUp(session, language: language)
        signUp = screen
        return screen
    }

    /// Empties every screen, then erases everything that is kept of the account.
    ///
    /// - Parameter erasing: `false` keeps the account's data on the device for its next sign-in.
    /// - Returns: Why something could not be erased, if so.
    @discardableResult public func signOut(erasing: Bool = true) async -> NoticeBoardError? {
        do { try await session.signOut(erasing: erasing) } catch { return NoticeBoardError(wrapping: error) }
        return nil
    }

    /// Updates the state from the session; `timeline` is what an earlier launch kept of an account.
    private func follow(_ timeline: FeedSnapshot<LinkPost>? = nil, of account: LinkUser.ID? = nil) {
        guard !isOpening else { return }
        if let user = session.user {
            if let home, home.account.user == user, !home.account.isOver { return }
            let pictures = pictureCache.map { session.pictures(in: $0(user)) } ?? session.pictures(in: caches)
            if let home = LinkHome(session, folder, language, user == account ? timeline : nil, pictures) {
                ending = home.account.observeEnd { [weak self] in self?.follow() }
                return store.state = .signedIn(home)
            }
        }
        ending = nil
        switch session.state {
        case .restoring: store.state = .launching
        case .ended(let reason): store.state = .signedOut(reason: reason)
        case .signedOut, .signedIn: store.state = .signedOut(reason: nil)
        }
    }
}
