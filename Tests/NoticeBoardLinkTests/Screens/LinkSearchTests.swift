import Foundation
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport
import Testing

@MainActor @Suite("Search over loaded posts", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkSearchTests {
    /// Returns a search over a timeline of loaded posts, and a word of its first post's text.
    private func searched(_ fixture: SignedInFixture) async throws -> (search: LinkSearch, list: LinkPostList, post: LinkPost) {
        let list = await fixture.list()
        let post = try #require(list.feed.items.first { $0.author.id != fixture.me && $0.content?.isEmpty == false })
        return (LinkSearch(fixture.context, in: [list]), list, post)
    }

    private func search(_ search: LinkSearch, _ text: String) async {
        search.screen.begin()
        search.screen.setText(text)
        search.screen.submit()
        await search.firstState { $0.search.results.isLoaded }
    }

    @Test("Finds loaded posts by their text and author, without a network") func finds() async throws {
        let fixture = try await SignedInFixture()
        let (search, list, post) = try await searched(fixture)
        fixture.network.down(NoticeBoardError(.noNetwork))
        await self.search(search, post.author.nick)
        #expect(!search.state.rows.isEmpty)
        #expect(search.state.rows.contains { $0.id == post.id })
        let highlighter = try #require(search.state.search.highlighter)
        #expect(!highlighter.ranges(in: post.author.nick).isEmpty)
        #expect(search.state.rows.count < list.state.rows.count)
        await self.search(search, try #require(post.content))
        #expect(search.state.rows.map(\.id).contains(post.id))
    }

    @Test("A post in two lists is found once") func once() async throws {
        let fixture = try await SignedInFixture()
        let list = await fixture.list()
        let post = try #require(list.feed.items.first)
        let search = LinkSearch(fixture.context, in: [list, list])
        await self.search(search, post.author.nick)
        #expect(Set(search.state.rows.map(\.id)).count == search.state.rows.count)
    }

    @Test("A blocked person's posts are not found, and disappear at once") func hidden() async throws {
        let fixture = try await SignedInFixture()
        let (search, _, post) = try await searched(fixture)
        await self.search(search, post.author.nick)
        fixture.context.hiding.block(post.author)
        #expect(!search.state.rows.contains { $0.author.id == post.author.id })
        fixture.context.hiding.unhide(post.author.id)
        #expect(search.state.rows.contains { $0.id == post.id })
    }

    @Test("A deleted post leaves the results, and a like shows there at once") func changes() async throws {
        let fixture = try await SignedInFixture()
        let (search, list, post) = try await searched(fixture)
        await self.search(search, post.author.nick)
        let isLiked = post.isLiked(by: fixture.me)
        search.like(post.id, !isLiked)
        #expect(search[post.id]?.isLiked == !isLiked)
        await fixture.settled()
        #expect(search[post.id]?.isLiked == !isLiked)
        fixture.context.changes.send(.deleted(post.id))
        #expect(search[post.id] == nil)
        #expect(list[post.id] == nil)
    }

    @Test("A sign-out empties the search") func signedOut() async throws {
        let fixture = try await SignedInFixture()
        let (search, _, post) = try await searched(fixture)
        await self.search(search, post.author.nick)
        try await fixture.session.signOut()
        #expect(search.state.rows.isEmpty)
        #expect(search.state.search.activity == .inactive)
        #expect(search.state.display == .empty)
        #expect(search.state.emptyText == "로그인해 주세요.")
    }

    @Test("The app's search keeps its history for the account, and a sign-out erases it") func history() async throws {
        let folder = ScratchFolder.url("link search")
        defer { try? FileManager.default.removeItem(at: folder) }
        let simulator = LinkSimulator()
        func launch() async throws -> LinkApp {
            let app = try LinkApp(
                LinkClient.Configuration(baseURL: PictureFixture.url, key: simulator.key, productID: simulator.product),
                folder: folder, tokens: FileTokenStore(directory: folder), transport: simulator)
            await app.open()
            return app
        }
        let app = try await launch()
        try await app.session.signIn(email: "user1@example.com", password: "password1")
        await app.firstState { if case .signedIn = $0 { true } else { false } }
        let home = try #require(app.home)
        home.timeline.open()
        await home.timeline.firstState { $0.feed.isLoaded }
        let search = home.search()
        await self.search(search, "산책")
        await search.firstState { $0.search.history.map(\.keyword) == ["산책"] }

        let later = try await launch()
        let again = try #require(later.home).search()
        again.screen.begin()
        await again.firstState { $0.search.history.map(\.keyword) == ["산책"] }
        await later.signOut()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let texts = names.compactMap { try? String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
        #expect(!texts.contains { $0.contains("산책") })
    }

    @Test("States of all screens can be made by hand") func byHand() {
        let me = LinkUser(id: "me", nick: "나")
        let builder = LinkRowBuilder(me: me.id, language: .english)
        var feed = FeedState<LinkPost>()
        feed.isLoaded = true
        feed.end = .lastPage
        let list = LinkPostList.State(feed: feed, builder: builder)
        #expect(list.display == .empty)
        let post = LinkPost(id: "p", author: me, content: "text")
        #expect(LinkPostPage.State(post: Loaded(post), builder: builder).row?.post == post)
        #expect(LinkProfilePage.State(list: list, user: me).isMine)
        #expect(LinkFollowers.State(builder: builder).display == .placeholder)
        var settings = LinkSettings.State(language: .english)
        settings.failure = NoticeBoardError(.noNetwork)
        #expect(settings.bannerText == NoticeBoardError(.noNetwork).text(in: .english))
        var signIn = LinkSignIn.State(language: .english)
        signIn.email = "a@b.c"
        signIn.password = "password"
        #expect(signIn.canSignIn)
        var signUp = LinkSignUp.State(language: .english)
        signUp.step = .nick
        signUp.texts[.nick] = "?"
        #expect(signUp.problem == .nickCharacters || signUp.problem == .nickLength)
        #expect(LinkSearch.State(builder: builder).display == .placeholder)
        #expect(LinkFailure(.saveHidden, NoticeBoardError(.storageFull)).error.code == .storageFull)
    }
}
