import Foundation
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting

extension Row {
    @RowBuilder static var linkSession: [Row] {
        Row("LinkSession.restore(isolation:)") { screen in
            screen.show(try await LinkFixture.signedIn().session.restore())
        } fails: { screen in
            do { screen.show(try await LinkFixture.brokenSession().restore()) } catch { screen.caught(error) }
        }
        Row("LinkSession.checkEmail(_:)") { screen in
            screen.show(try await LinkFixture().session.checkEmail("new@example.com"))
        } fails: { screen in
            do { screen.show(try await LinkFixture().session.checkEmail(LinkFixture.email)) } catch { screen.caught(error) }
        }
        Row("LinkSession.signIn(email:password:isolation:)") { screen in
            screen.show(try await LinkFixture().session.signIn(email: LinkFixture.email, password: LinkFixture.password))
        } fails: { screen in
            do { screen.show(try await LinkFixture().session.signIn(email: LinkFixture.email, password: "password2")) } catch {
                screen.caught(error)
            }
        }
        Row("LinkSession.signUp(_:isolation:)") { screen in
            screen.show(try await LinkFixture().session.signUp(LinkFixture.registration))
        } fails: { screen in
            do { screen.show(try await LinkFixture.refusedSession().signUp(LinkFixture.registration)) } catch {
                screen.caught(error)
            }
        }
        Row("LinkSession.signOut(erasing:isolation:)") { screen in
            screen.show(try await LinkFixture.signedIn().session.signOut())
        } fails: { screen in
            do { screen.show(try await LinkFixture.brokenSession().signOut()) } catch { screen.caught(error) }
        }
        Row("LinkSession.withdraw(isolation:)") { screen in
            screen.show(try await LinkFixture.signedIn().session.withdraw())
        } fails: { screen in
            do { screen.show(try await LinkFixture.refusedSession().withdraw()) } catch { screen.caught(error) }
        }
        Row("LinkAccount.reply(_:to:)") { screen in
            let fixture = try await LinkFixture.signedIn()
            screen.show(try await fixture.context().reply("a reply", to: fixture.theirs))
        } fails: { screen in
            let fixture = try await LinkFixture.signedIn()
            do { screen.show(try await fixture.context().reply(" ", to: fixture.theirs)) } catch { screen.caught(error) }
        }
        Row("LinkAccount.editReply(_:on:to:)") { screen in
            let fixture = try await LinkFixture.signedIn()
            screen.show(try await fixture.context().editReply(fixture.reply, on: fixture.theirs, to: "another"))
        } fails: { screen in
            let fixture = try await LinkFixture.signedIn()
            do { screen.show(try await fixture.context().editReply(fixture.reply, on: fixture.theirs, to: " ")) } catch {
                screen.caught(error)
            }
        }
        Row("LinkAccount.editProfile(_:)") { screen in
            screen.show(try await LinkFixture.signedIn().context().editProfile(LinkProfileForm(phone: "010")))
        } fails: { screen in
            do { screen.show(try await LinkFixture.signedIn().context().editProfile(LinkProfileForm())) } catch {
                screen.caught(error)
            }
        }
        Row("LinkApp.open()") { screen in
            screen.show(try await LinkFixture.withApp { await $0.open() })
        }
        Row("LinkApp.saveNow()") { screen in
            screen.show(try await LinkFixture.withApp { await $0.saveNow() })
        }
        Row("LinkApp.signOut(erasing:)") { screen in
            screen.show(try await LinkFixture.withApp { await $0.signOut() })
        }
        Row("PictureCache.removeAll()") { screen in
            let cache: any LinkPictureCache = NoCache()
            screen.show(try await cache.removeAll())
        }
        pictures("Pictures.picture(at:)") { pictures, fixture, screen in
            screen.show(try await pictures.picture(at: fixture.picture()))
        }
        pictures("Pictures.picture(at:)") { pictures, _, screen in
            do { screen.show(try await pictures.picture(at: "/missing.png")) } catch { screen.show(error) }
        }
        pictures("Pictures.prefetch(_:)") { pictures, fixture, screen in
            screen.show(await pictures.prefetch([try await fixture.picture(), "/missing.png"]))
        }
        outbox("Outbox.attach(_:to:)") {
            $1.show(try await $0.attach(LinkFile(unchecked: onePixel, kind: .png), to: $0.newDraft(.post)))
        }
        outbox("Outbox.attach(_:to:)") {
            do { $1.show(try await $0.attach(LinkFile(unchecked: Data(), kind: .png), to: $0.newDraft(.post))) } catch {
                $1.show(error)
            }
        }
        outbox("DraftScreen.attach(_:)") {
            $1.show(try await LinkComposer($0, .post).attach(LinkFile(unchecked: onePixel, kind: .png)))
        }
        outbox("DraftScreen.attach(_:)") {
            do { $1.show(try await LinkComposer($0, .post).attach(LinkFile(unchecked: Data(), kind: .png))) } catch {
                $1.show(error)
            }
        }
        outbox("Outbox.waitUntilSaved()") { $1.show(await $0.waitUntilSaved()) }
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
            let fixture = try await LinkFixture.signedIn()
            screen.show(await LinkFollowers(try fixture.context(), of: fixture.other).refreshAndWait())
        }
        Row("LinkPostPage.refreshAndWait()") { screen in
            let fixture = try await LinkFixture.signedIn()
            screen.show(await LinkPostPage(try fixture.context(), id: fixture.theirs).refreshAndWait())
            screen.show(await LinkPostPage(try fixture.context(), id: "no such post").refreshAndWait())
        }
        Row("LinkProfilePage.refreshAndWait()") { screen in
            screen.show(await LinkProfilePage(try await LinkFixture.signedIn().context(), of: someone).refreshAndWait())
        }
        Row(callback: "LinkAccount.observeEnd(_:)") { onEvent in
            let fixture = try await LinkFixture.signedIn()
            let calls = Calls()
            let observation = try fixture.context().observeEnd {
                onEvent()
                calls.add()
            }
            try await fixture.session.signOut()
            await calls.wait()
            observation.cancel()
        }
        observation("StateForwarding.observe(_:)") {
            try await LinkFixture.signedIn().context().hiding
        } change: {
            $0.unhideItems(); $0.mute(someone)
        }
        observation("StateForwarding.observe(_:)") {
            let fixture = try await LinkFixture.signedIn()
            return LinkFollowers(try fixture.context(), of: fixture.other)
        } change: {
            $0.open()
        }
        observation("StateForwarding.observe(_:)") {
            LinkPostList(try await LinkFixture.signedIn().context())
        } change: {
            $0.open()
        }
        observation("StateForwarding.observe(_:)") {
            let fixture = try await LinkFixture.signedIn()
            return LinkPostPage(try fixture.context(), id: fixture.theirs)
        } change: {
            $0.open()
        }
        observation("StateForwarding.observe(_:)") {
            LinkProfilePage(try await LinkFixture.signedIn().context(), of: someone)
        } change: {
            $0.open()
        }
        observation("StateForwarding.observe(_:)") {
            try unwrap(LinkSettings(try await LinkFixture.signedIn().session))
        } change: {
            $0.signOut()
        }
        observation("StateForwarding.observe(_:)") {
            LinkSignIn(try LinkFixture().session)
        } change: {
            ($0.email, $0.password) = (LinkFixture.email, LinkFixture.password)
            $0.signIn()
        }
        observation("StateForwarding.observe(_:)") {
            LinkSignUp(try LinkFixture().session)
        } change: {
            $0.setText("new@example.com")
            $0.next()
        }
        outbox("StateForwarding.observe(_:)") { outbox, screen in
            let calls = Calls()
            let observation = outbox.observe { state in
                screen.show(state)
                calls.add()
            }
            _ = outbox.newDraft(.post)
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
        _ symbol: String, _ call: @escaping @MainActor @Sendable (LinkPictures, LinkFixture, Screen) async throws -> Void
    ) -> Row {
        Row(symbol) { screen in try await LinkFixture.withPictures { try await call($0, $1, screen) } }
    }

    private static func outbox(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (LinkOutbox, Screen) async throws -> Void
    ) -> Row {
        Row(symbol) { screen in try await LinkFixture.withOutbox { try await call($0, screen) } }
    }
}

/// A cache that stores nothing.
private struct NoCache: LinkPictureCache {
    func data(for path: String) -> Data? { nil }
    func store(_ data: Data, for path: String) {}
    func removeAll() async { await Task.yield() }
}
