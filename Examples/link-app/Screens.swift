import ExampleSupport
import Foundation
import NoticeBoardLink
import TerminalSupport

/// Performs the commands on the open screens and prints the result.
@MainActor final class Screens {
    private let app: LinkApp
    private let terminal: Terminal
    private var list: LinkPostList?
    private var page: LinkPostPage?
    private var profile: LinkProfilePage?
    private var observation: StateObservation?

    init(_ app: LinkApp, _ terminal: Terminal) {
        (self.app, self.terminal) = (app, terminal)
        observation = app.observe { state in
            switch state {
            case .launching: terminal.write("The account can't be read yet.")
            case .signedOut(let reason): terminal.write(reason?.text(in: app.language) ?? "No account is signed in.")
            case .signedIn(let home): terminal.write("Signed in: \(home.account.user)")
            }
        }
    }

    func enter(_ words: [String]) async {
        guard let command = words.first else { return }
        do { try await perform(command, Array(words.dropFirst())) } catch {
            let text = (error as? Failure)?.message ?? NoticeBoardError(wrapping: error).text(in: app.language)
            terminal.write(text.visible)
        }
    }

    private func perform(_ command: String, _ words: [String]) async throws {
        let (first, text, rest) = (words.first ?? "", words.joined(separator: " "), words.dropFirst().joined(separator: " "))
        if command == "in" { return try await signIn(words) }
        if command == "join" { return try await join(words) }
        guard let home = app.home else { return terminal.write("Sign in first.") }
        switch command {
        case "home": try await show(home.timeline)
        case "liked": try await show(home.liked)
        case "tag": try await show(home.list(.hashtag(text)))
        case "open": try await show(home.page(of: try row(first).post))
        case "like": list?.like(try row(first).id, !(try row(first).isLiked))
        case "delete": list?.delete(try row(first).id)
        case "edit": try await send(home.composer(.edit(try row(first).post))) { $0.content = rest }
        case "post": try await send(home.composer(.post)) { $0.content = text }
        case "picture": try await send(home.composer(.post), try file(first)) { $0.content = rest }
        case "reply": try await send(home.composer(.reply(on: try openPage().id))) { $0.content = text }
        case "drafts":
            await home.outbox.firstState { $0.isLoaded || $0.failure != nil }
            for (number, draft) in home.outbox.state.drafts.enumerated() {
                terminal.write("\(number + 1). \(draft.form.content): \(draft.statusText(in: app.language) ?? "")".visible)
            }
        case "again": try await send(LinkComposer(home.outbox, try draft(first).id)) { _ in }
        case "discard": home.outbox.discard(try draft(first).id)
        case "change": try await home.account.editReply(try reply(first).id, on: try openPage().id, to: rest)
        case "remove":
            let (page, reply) = (try openPage(), try reply(first).id)
            page.deleteReply(reply)
            // It disappears once the service has deleted it.
            await page.firstState(within: 10) { !$0.replies.contains { $0.id == reply } }
        case "me": try await show(home.profile())
        case "profile": try await show(home.profile(of: try row(first).author))
        case "follow": profile?.follow(profile?.state.isFollowed == false)
        case "block": profile?.block(profile?.state.isBlocked == false)
        case "rename": terminal.write(try await home.account.editProfile(LinkProfileForm(nick: text)).nick.visible)
        case "face": try await home.account.editProfile(LinkProfileForm(picture: try file(text)))
        case "out": if let failure = await app.signOut() { throw failure }
        case "withdraw": try await app.session.withdraw()
        default: terminal.write("No such command: \(command.visible). Try --help.")
        }
    }

    private func signIn(_ words: [String]) async throws {
        (app.signIn.email, app.signIn.password) = (words.first ?? "", words.last ?? "")
        app.signIn.signIn()
        if let failure = await app.signIn.firstState(where: { !$0.isBusy })?.failure { throw failure }
        await app.firstState { _ in self.app.home != nil }
    }

    private func join(_ words: [String]) async throws {
        let texts = words + Array(repeating: "", count: 4)
        try await app.session.signUp(LinkRegistration(email: texts[0], password: texts[1], nick: texts[2], birthday: texts[3]))
        await app.firstState { _ in self.app.home != nil }
    }

    private func send(
        _ screen: LinkComposer, _ file: LinkFile? = nil, _ change: (inout LinkDraftForm) -> Void
    ) async throws {
        if let file { try await screen.attach(file) }
        screen.change(change)
        if let problem = screen.send() { throw NoticeBoardError(problem) }
        // From here on, no kill of the program loses the draft.
        if await screen.outbox.waitUntilSaved() { terminal.write("Kept: \(screen.state.draft?.form.content ?? "")".visible) }
        let end = await screen.firstState { ![.waiting, .sending, .unsure].contains($0.draft?.status) || $0.pauseReason != nil }
        terminal.write(end?.draft == nil ? "Sent." : end?.bannerText ?? "")
    }

    private func show(_ list: LinkPostList) async throws {
        self.list = list
        list.open()
        await list.firstState { !$0.feed.isLoading && $0.display != .placeholder }
        if let failure = list.state.feed.failure { throw failure }
        if let text = list.state.emptyText { terminal.write(text) }
        for (number, row) in list.state.rows.enumerated() {
            let text = "\(number + 1). \(row.author.nick), \(row.age): \(row.post.content ?? "") (\(row.counts))"
            terminal.write(text.visible + (row.isLiked ? " ♥" : ""))
        }
        // Load the next page now, so that the next "home" shows it.
        if let last = list.state.rows.last { list.rowAppeared(last.id) }
    }

    private func show(_ page: LinkPostPage) async throws {
        self.page = page
        await page.refreshAndWait()
        if case .failure(let error) = page.state.display { throw error }
        terminal.write((page.state.row?.post.content ?? page.state.emptyText ?? "").visible)
        for (number, row) in page.state.replies.enumerated() {
            terminal.write("  \(number + 1). \(row.author.nick): \(row.reply.content)".visible)
        }
        if let text = page.state.noRepliesText { terminal.write("  " + text) }
    }

    private func show(_ page: LinkProfilePage) async throws {
        profile = page
        page.open()
        if let failure = await page.firstState(where: { !$0.profile.phase.isLoading })?.profile.failure { throw failure }
        let marks = (page.state.isFollowed == true ? ", followed" : "") + (page.state.isBlocked ? ", blocked" : "")
        terminal.write("\(page.state.user.nick), \(page.state.followers)\(marks)".visible)
    }

    private func openPage() throws -> LinkPostPage { try required(page, "Open a post first.") }
    private func row(_ number: String) throws -> LinkPostRow { try element(number, of: list?.state.rows) }
    private func reply(_ number: String) throws -> LinkReplyRow { try element(number, of: page?.state.replies) }
    private func draft(_ number: String) throws -> LinkDraft { try element(number, of: app.home?.outbox.state.drafts) }
    private func file(_ path: String) throws -> LinkFile { try LinkFile(data: Data(contentsOf: URL(fileURLWithPath: path))) }
}
