import Foundation
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting

extension Row {
    @RowBuilder static var linkSession: [Row] {
        Row("LinkSession.restore(isolation:)") { screen in
            screen.show(try await LinkBench.signedIn().session.restore())
        } fails: { screen in
            do { screen.show(try await LinkBench.brokenSession().restore()) } catch { screen.caught(error) }
        }
        Row("LinkSession.checkEmail(_:)") { screen in
            screen.show(try await LinkBench().session.checkEmail("new@example.com"))
        } fails: { screen in
            do { screen.show(try await LinkBench().session.checkEmail(LinkBench.email)) } catch { screen.caught(error) }
        }
        Row("LinkSession.signIn(email:password:isolation:)") { screen in
            screen.show(try await LinkBench().session.signIn(email: LinkBench.email, password: LinkBench.password))
        } fails: { screen in
            do { screen.show(try await LinkBench().session.signIn(email: LinkBench.email, password: "password2")) } catch {
                screen.caught(error)
            }
        }
        Row("LinkSession.signUp(_:isolation:)") { screen in
            screen.show(try await LinkBench().session.signUp(LinkBench.registration))
        } fails: { screen in
            do { screen.show(try await LinkBench.refusedSession().signUp(LinkBench.registration)) } catch { screen.caught(error) }
        }
        Row("LinkSession.signOut(erasing:isolation:)") { screen in
            screen.show(try await LinkBench.signedIn().session.signOut())
        } fails: { screen in
            do { screen.show(try await LinkBench.brokenSession().signOut()) } catch { screen.caught(error) }
        }
        Row("LinkSession.withdraw(isolation:)") { screen in
            screen.show(try await LinkBench.signedIn().session.withdraw())
        } fails: { screen in
            do { screen.show(try await LinkBench.refusedSession().withdraw()) } catch { screen.caught(error) }
        }
        Row("LinkContext.reply(_:to:)") { screen in
            let bench = try await LinkBench.signedIn()
            screen.show(try await bench.context().reply("a reply", to: bench.theirs))
        } fails: { screen in
            let bench = try await LinkBench.signedIn()
            do { screen.show(try await bench.context().reply(" ", to: bench.theirs)) } catch { screen.caught(error) }
        }
        Row("LinkContext.editReply(_:on:to:)") { screen in
            let bench = try await LinkBench.signedIn()
            screen.show(try await bench.context().editReply(bench.reply, on: bench.theirs, to: "another"))
        } fails: { screen in
            let bench = try await LinkBench.signedIn()
            do { screen.show(try await bench.context().editReply(bench.reply, on: bench.theirs, to: " ")) } catch {
                screen.caught(error)
            }
        }
        Row("LinkContext.editProfile(_:)") { screen in
            screen.show(try await LinkBench.signedIn().context().editProfile(LinkProfileForm(phone: "010")))
        } fails: { screen in
            do { screen.show(try await LinkBench.signedIn().context().editProfile(LinkProfileForm())) } catch {
                screen.caught(error)
            }
        }
        Row("LinkApp.launch()") { screen in
            screen.show(try await LinkBench.withApp { await $0.launch() })
        }
        Row("LinkApp.keepTimeline()") { screen in
            screen.show(try await LinkBench.withApp { await $0.keepTimeline() })
        }
        Row("LinkApp.signOut(erasing:)") { screen in
            screen.show(try await LinkBench.withApp { await $0.signOut() })
        }
        Row("LinkPictureCache.removeAll()") { screen in
            let cache: any LinkPictureCache = NoCache()
            screen.show(try await cache.removeAll())
        }
        pictures("LinkPictures.picture(at:)") { pictures, bench, screen in
            screen.show(try await pictures.picture(at: bench.picture()))
        }
        pictures("LinkPictures.picture(at:)") { pictures, _, screen in
            do { screen.show(try await pictures.picture(at: "/missing.png")) } catch { screen.show(error) }
        }
        pictures("LinkPictures.prefetch(_:)") { pictures, bench, screen in
            screen.show(await pictures.prefetch([try await bench.picture(), "/missing.png"]))
        }
        outbox("LinkOutbox.attach(_:to:)") { $1.show(try await $0.attach(LinkFile(onePixel, .png), to: $0.begin(.post))) }
        outbox("LinkOutbox.attach(_:to:)") {
            do { $1.show(try await $0.attach(LinkFile(Data(), .png), to: $0.begin(.post))) } catch { $1.show(error) }
        }
        outbox("LinkComposer.attach(_:)") { $1.show(try await LinkComposer($0, .post).attach(LinkFile(onePixel, .png))) }
        outbox("LinkComposer.attach(_:)") {
            do { $1.show(try await LinkComposer($0, .post).attach(LinkFile(Data(), .png))) } catch { $1.show(error) }
        }
        outbox("LinkOutbox.waitUntilSaved()") { $1.show(await $0.waitUntilSaved()) }
        Row("LinkFile.picture(_:atMost:encode:)") { screen in
            screen.show(try await LinkFile.picture(onePixel) { _, _, _ in throw Refusal() })
        } fails: { screen in
            do { screen.show(try await LinkFile.picture(onePixel, atMost: 4) { _, _, _ in throw Refusal() }) } catch {
                screen.caught(error)
            }
        }
    }

    @RowBuilder static var linkScreens: [Row] {
        Row("LinkFollowers.refreshAndWait()") { screen in
            let bench = try await LinkBench.signedIn()
            screen.show(await LinkFollowers(try bench.context(), of: bench.other).refreshAndWait())
        }
        Row("LinkPostPage.refreshAndWait()") { screen in
            let bench = try await LinkBench.signedIn()
            screen.show(await LinkPostPage(try bench.context(), id: bench.theirs).refreshAndWait())
            screen.show(await LinkPostPage(try bench.context(), id: "no such post").refreshAndWait())
        }
        Row("LinkProfilePage.refreshAndWait()") { screen in
            screen.show(await LinkProfilePage(try await LinkBench.signedIn().context(), of: someone).refreshAndWait())
        }
        Row(callback: "LinkContext.observeEnd(_:)") { onEvent in
            let bench = try await LinkBench.signedIn()
            let calls = Calls()
            let observation = try bench.context().observeEnd {
                onEvent()
                calls.add()
            }
            try await bench.session.signOut()
            await calls.wait()
            observation.cancel()
        }
        observation("StateForwarding.observe(_:)") {
            try await LinkBench.signedIn().context().hiding
        } change: {
            $0.unhideAll(); $0.mute(someone)
        }
        observation("StateForwarding.observe(_:)") {
            let bench = try await LinkBench.signedIn()
            return LinkFollowers(try bench.context(), of: bench.other)
        } change: {
            $0.open()
        }
        observation("StateForwarding.observe(_:)") {
            LinkPostList(try await LinkBench.signedIn().context())
        } change: {
            $0.open()
        }
        observation("StateForwarding.observe(_:)") {
            let bench = try await LinkBench.signedIn()
            return LinkPostPage(try bench.context(), id: bench.theirs)
        } change: {
            $0.open()
        }
        observation("StateForwarding.observe(_:)") {
            LinkProfilePage(try await LinkBench.signedIn().context(), of: someone)
        } change: {
            $0.open()
        }
        observation("StateForwarding.observe(_:)") {
            try unwrap(LinkSettings(try await LinkBench.signedIn().session))
        } change: {
            $0.signOut()
        }
        observation("StateForwarding.observe(_:)") {
            LinkSignIn(try LinkBench().session)
        } change: {
            ($0.email, $0.password) = (LinkBench.email, LinkBench.password)
            $0.signIn()
        }
        observation("StateForwarding.observe(_:)") {
            LinkSignUp(try LinkBench().session)
        } change: {
            $0.type("new@example.com")
            $0.next()
        }
        outbox("StateForwarding.observe(_:)") { outbox, screen in
            let calls = Calls()
            let observation = outbox.observe { state in
                screen.show(state)
                calls.add()
            }
            _ = outbox.begin(.post)
            await calls.wait(for: 2)
            observation.cancel()
        }
        outbox("StateForwarding.observe(_:)") { outbox, screen in
            let calls = Calls()
            let composer = LinkComposer(outbox, .post)
            let observation = composer.observe { state in
                screen.show(state)
                calls.add()
            }
            composer.change { $0.content = "content" }
            await calls.wait(for: 2)
            observation.cancel()
        }
    }

    private static let someone = LinkUser(id: "0123456789abcdef01234567", nick: "someone")

    private static func pictures(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (LinkPictures, LinkBench, Screen) async throws -> Void
    ) -> Row {
        Row(symbol) { screen in try await LinkBench.withPictures { try await call($0, $1, screen) } }
    }

    private static func outbox(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (LinkOutbox, Screen) async throws -> Void
    ) -> Row {
        Row(symbol) { screen in try await LinkBench.withOutbox { try await call($0, screen) } }
    }
}

/// A cache that stores nothing.
private struct NoCache: LinkPictureCache {
    func data(for path: String) -> Data? { nil }
    func store(_ data: Data, for path: String) {}
    func removeAll() async { await Task.yield() }
}
