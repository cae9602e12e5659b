import ExampleSupport
import Foundation
import NoticeBoardLink
import TerminalSupport

/// The steps of the tour.
struct Tour {
    let service: LinkServiceChoice
    let terminal: Terminal
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("link-tour-\(UUID().uuidString)")
    private let form: LinkRegistration

    init(service: LinkServiceChoice, terminal: Terminal) {
        (self.service, self.terminal) = (service, terminal)
        let name = String(UUID().uuidString.prefix(8)).lowercased()
        form = LinkRegistration(email: "tour-\(name)@example.com", password: "tour-\(UUID().uuidString)", nick: "tour_\(name)")
    }

    func run() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = service.session(FileTokenStore(directory: folder))
        try await signUp(session)
        do {
            try await writeAndRead(session)
            try await compareTwoLists(session)
            try await expire(session)
            try await killWhileWriting()
            let again = try await restart()
            try await write(again)
            try await signOut(again)
            try await withdraw(again)
        } catch {
            // Withdraw the account, also when the tour is cancelled: an unstructured task isn't cancelled with it.
            let session = service.session(MemoryTokenStore())
            _ = await Task { [form] in
                try await session.signIn(email: form.email, password: form.password)
                try await session.withdraw()
            }.result
            throw error
        }
    }

    // MARK: - Steps

    private func signUp(_ session: LinkSession) async throws {
        try check(try await session.restore() == .signedOut, "a first launch knows of nobody")
        try await session.checkEmail(form.email)
        let user = try await session.signUp(form)
        let mine = try await session.client.myProfile()
        try check(mine.id == user && mine.email == form.email && mine.nick == form.nick, "the profile is the one that signed up")
        done("Signed up and in", "as \(mine.nick)")
    }

    private func writeAndRead(_ session: LinkSession) async throws {
        let (client, user) = (session.client, session.user ?? "")
        let post = try await client.publish(LinkPostForm(title: "Link tour", content: "Hello, 안녕하세요 #tour"))
        let stored = try await client.post(post.id)
        try check(stored.content == "Hello, 안녕하세요 #tour" && stored.isWritten(by: user), "the post is there, and one's own")
        done(
            "Posted",
            (stored.content ?? "") + (stored.hashtags.isEmpty ? "" : ", found by #" + stored.hashtags.joined(separator: " #")))

        let reply = try await client.reply("My own first reply", to: post.id)
        try await client.editReply(reply.id, on: post.id, to: "My own edited reply")
        let replied = try await client.post(post.id)
        try check(replied.replies.map(\.content) == ["My own edited reply"], "the reply stands below the post as it was edited")
        done("Replied", "\(replied.replies.count) reply: \(replied.replies[0].content)")

        let isLiked = try await client.toggleLike(post.id)
        let liked = try await client.post(post.id)
        try check(isLiked && liked.isLiked(by: user), "the post is liked")
        let likes = try await client.posts(of: .liked).limited(toItems: 1)
        try check(likes.map(\.id) == [post.id], "the list of liked posts begins with it")
        done("Liked", "\(liked.likes.count) like")

        try await follow(client, user)
        try await readTimeline(client, post.id)
    }

    private func follow(_ client: LinkClient, _ user: LinkUser.ID) async throws {
        var other: LinkUser?
        for try await post in client.posts() where post.author.id != user {
            other = post.author
            break
        }
        guard let other else { return done("Followed nobody", "nobody else has posted here") }
        try await client.follow(other.id)
        let profile = try await client.profile(of: other.id)
        try check(profile.isFollowed(by: user), "the account is followed")
        do {
            try await client.follow(other.id)
            throw Failure(.badData, "The service lets one account be followed twice.")
        } catch let error as NoticeBoardError where error.code == .alreadyFollowing {}
        done("Followed", "\(other.nick), \(profile.followers.count) in all; a second time is \"already following\"")
    }

    private func readTimeline(_ client: LinkClient, _ first: LinkPost.ID) async throws {
        var (ids, pages) = ([] as [LinkPost.ID], 0)
        for try await page in client.posts(pageSize: 10).limited(toPages: 100).pages {
            ids += page.items.map(\.id)
            pages += 1
        }
        try check(ids.contains(first) && Set(ids).count == ids.count, "the timeline has the post, and no post twice")
        if let simulator = service.simulator {
            try check(ids == simulator.posts.map(\.id), "the timeline is what the service holds")
        }
        done("Read the timeline", "\(ids.count) posts on \(pages) pages")
    }

    private func expire(_ session: LinkSession) async throws {
        let before = service.renewed
        service.simulator?.expireTokens()
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<10 { group.addTask { try await session.client.myProfile().nick } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let renewed = service.renewed - before
        try check(names == Array(repeating: form.nick, count: 10), "ten calls at once are answered")
        if service.simulator != nil {
            try check(renewed == 1, "ten calls with an expired token renew it once")
            done("Let the token expire under ten calls", "1 renewal, 10 answers")
        } else {
            done("Ten calls at once", "\(renewed) renewals: when a token expires is this service's affair")
        }
    }

    private func restart() async throws -> LinkSession {
        let session = service.session(FileTokenStore(directory: folder))
        guard case .signedIn(let user) = try await session.restore() else {
            throw Failure(.badData, "The next launch should find somebody signed in, and finds \(session.state).")
        }
        try check(try await session.client.myProfile().id == user, "the restored session is the one that was kept")
        done("Restarted", "still signed in")
        return session
    }

    private func signOut(_ session: LinkSession) async throws {
        try await session.signOut()
        try check(session.state == .signedOut, "the session is over")
        try check(accountFiles.isEmpty, "no draft and no picture is left on the disk")
        try check(try FileTokenStore(directory: folder).load() == nil, "no token is left on the disk")
        do {
            _ = try await session.client.myProfile()
            throw Failure(.badData, "A call was answered after signing out.")
        } catch let error as NoticeBoardError where error.code == .sessionOver {}
        try check(
            try await service.session(FileTokenStore(directory: folder)).restore() == .signedOut,
            "the next launch knows of nobody")
        done("Signed out", "nothing is kept")
    }

    private func withdraw(_ session: LinkSession) async throws {
        try await session.signIn(email: form.email, password: form.password)
        try await session.withdraw()
        do {
            try await session.signIn(email: form.email, password: form.password)
            throw Failure(.badData, "An account that was given up can sign in.")
        } catch let error as NoticeBoardError where error.code == .signInRefused {}
        done("Gave the account up", "it cannot sign in any more")
    }

    // MARK: - Checks and output

    func check(_ condition: Bool, _ claim: String) throws(Failure) {
        guard condition else { throw Failure(.badData, "The service says otherwise: it should be so that \(claim).") }
    }

    func done(_ step: String, _ what: String) { terminal.write("\(terminal.heading(step)): \(what.visible)") }
}

extension Paginator {
    /// Loads at most `count` items from the start.
    fileprivate func limited(toItems count: Int) async throws -> [Item] { try await limited(items: count).loadAll() }
}
