import NoticeBoardLink

extension Row {
    private typealias LinkCall<Service> =
        @MainActor @Sendable (_ service: Service, _ fixture: LinkFixture, _ screen: Screen) async throws -> Void

    /// Creates a row for a method of `LinkClient`, which throws over a failing transport.
    private static func link(_ symbol: String, _ call: @escaping LinkCall<LinkClient>) -> Row {
        Row(symbol) { screen in
            let fixture = try await LinkFixture.signedIn()
            try await call(fixture.client, fixture, screen)
        } fails: { screen in
            try await call(LinkFixture.refused(), LinkFixture(), screen)
        }
    }

    /// Creates a row for a method of `any LinkService`, which throws over a failing transport.
    private static func anyLink(_ symbol: String, _ call: @escaping LinkCall<any LinkService>) -> Row {
        Row(symbol) { screen in
            let fixture = try await LinkFixture.signedIn()
            try await call(fixture.client, fixture, screen)
        } fails: { screen in
            try await call(LinkFixture.refused(), LinkFixture(), screen)
        }
    }

    @RowBuilder static var link: [Row] {
        link("LinkClient.checkEmail(_:)") {
            do { $2.show(try await $0.checkEmail("new@example.com")) } catch { $2.caught(error) }
        }
        link("LinkClient.join(_:)") { do { $2.show(try await $0.join(LinkFixture.registration)) } catch { $2.caught(error) } }
        link("LinkClient.logIn(email:password:)") {
            do { $2.show(try await $0.logIn(email: LinkFixture.email, password: LinkFixture.password)) } catch {
                $2.caught(error)
            }
        }
        link("LinkClient.refresh(_:)") { do { $2.show(try await $0.refresh($1.expired())) } catch { $2.caught(error) } }
        link("LinkClient.withdraw()") { do { $2.show(try await $0.withdraw()) } catch { $2.caught(error) } }
        link("LinkClient.publish(_:)") {
            do { $2.show(try await $0.publish(LinkPostForm(title: "title", content: "content"))) } catch { $2.caught(error) }
        }
        link("LinkClient.postPage(of:at:limit:)") {
            do { $2.show(try await $0.postPage(of: .timeline, at: nil, limit: 5)) } catch { $2.caught(error) }
        }
        link("LinkClient.post(_:)") { do { $2.show(try await $0.post($1.theirs)) } catch { $2.caught(error) } }
        link("LinkClient.edit(_:_:)") {
            do { $2.show(try await $0.edit($1.mine, LinkPostForm(title: "title", content: "content"))) } catch {
                $2.caught(error)
            }
        }
        link("LinkClient.deletePost(_:)") { do { $2.show(try await $0.deletePost($1.mine)) } catch { $2.caught(error) } }
        link("LinkClient.reply(_:to:)") {
            do { $2.show(try await $0.reply("content", to: $1.theirs)) } catch { $2.caught(error) }
        }
        link("LinkClient.editReply(_:on:to:)") {
            do { $2.show(try await $0.editReply($1.reply, on: $1.theirs, to: "content")) } catch { $2.caught(error) }
        }
        link("LinkClient.deleteReply(_:on:)") {
            do { $2.show(try await $0.deleteReply($1.reply, on: $1.theirs)) } catch { $2.caught(error) }
        }
        link("LinkClient.toggleLike(_:)") { do { $2.show(try await $0.toggleLike($1.theirs)) } catch { $2.caught(error) } }
        link("LinkClient.follow(_:)") { do { $2.show(try await $0.follow($1.other)) } catch { $2.caught(error) } }
        link("LinkClient.unfollow(_:)") { do { $2.show(try await $0.unfollow($1.other)) } catch { $2.caught(error) } }
        link("LinkClient.myProfile()") { do { $2.show(try await $0.myProfile()) } catch { $2.caught(error) } }
        link("LinkClient.editProfile(_:)") {
            do { $2.show(try await $0.editProfile(LinkProfileForm(nick: "nick"))) } catch { $2.caught(error) }
        }
        link("LinkClient.profile(of:)") { do { $2.show(try await $0.profile(of: $1.other)) } catch { $2.caught(error) } }
        link("LinkClient.picture(at:)") { do { $2.show(try await $0.picture(at: $1.picture())) } catch { $2.caught(error) } }
    }

    @RowBuilder static var linkService: [Row] {
        anyLink("LinkService.publish(_:)") {
            do { $2.show(try await $0.publish(LinkPostForm(title: "title", content: "content"))) } catch { $2.caught(error) }
        }
        anyLink("LinkService.postPage(of:at:limit:)") {
            do { $2.show(try await $0.postPage(of: .timeline, at: nil, limit: 5)) } catch { $2.caught(error) }
        }
        anyLink("LinkService.post(_:)") { do { $2.show(try await $0.post($1.theirs)) } catch { $2.caught(error) } }
        anyLink("LinkService.edit(_:_:)") {
            do { $2.show(try await $0.edit($1.mine, LinkPostForm(title: "title", content: "content"))) } catch {
                $2.caught(error)
            }
        }
        anyLink("LinkService.deletePost(_:)") { do { $2.show(try await $0.deletePost($1.mine)) } catch { $2.caught(error) } }
        anyLink("LinkService.reply(_:to:)") {
            do { $2.show(try await $0.reply("content", to: $1.theirs)) } catch { $2.caught(error) }
        }
        anyLink("LinkService.editReply(_:on:to:)") {
            do { $2.show(try await $0.editReply($1.reply, on: $1.theirs, to: "content")) } catch { $2.caught(error) }
        }
        anyLink("LinkService.deleteReply(_:on:)") {
            do { $2.show(try await $0.deleteReply($1.reply, on: $1.theirs)) } catch { $2.caught(error) }
        }
        anyLink("LinkService.toggleLike(_:)") { do { $2.show(try await $0.toggleLike($1.theirs)) } catch { $2.caught(error) } }
        anyLink("LinkService.follow(_:)") { do { $2.show(try await $0.follow($1.other)) } catch { $2.caught(error) } }
        anyLink("LinkService.unfollow(_:)") { do { $2.show(try await $0.unfollow($1.other)) } catch { $2.caught(error) } }
        anyLink("LinkService.myProfile()") { do { $2.show(try await $0.myProfile()) } catch { $2.caught(error) } }
        anyLink("LinkService.editProfile(_:)") {
            do { $2.show(try await $0.editProfile(LinkProfileForm(nick: "nick"))) } catch { $2.caught(error) }
        }
        anyLink("LinkService.profile(of:)") { do { $2.show(try await $0.profile(of: $1.other)) } catch { $2.caught(error) } }
        anyLink("LinkService.picture(at:)") { do { $2.show(try await $0.picture(at: $1.picture())) } catch { $2.caught(error) } }
    }
}
