import NoticeBoardLink
import NoticeBoardTesting
import StorySupport
import Testing

@Suite("Link: sign-in and sign-up", .timeLimit(.minutes(2))) @MainActor struct SignInStories {
    private func enter(_ texts: [String], into screen: LinkSignUp) async {
        for text in texts {
            let step = screen.state.step
            screen.setText(text)
            screen.next()
            _ = await eventually { screen.state.step != step || screen.state.failure != nil }
        }
    }

    @Test("Returns to the address field when the address is taken at the last step") func taken() async throws {
        try await linkStory { story in
            try await story.launch { app in
                let screen = LinkSignUp(app.session)
                await enter(["new@example.com", "secret1", "newcomer"], into: screen)
                screen.skip()
                #expect(screen.state.step == .birthday)
                story.service.accounts.append(
                    SimulatedAccount(id: "x", email: "new@example.com", password: "other-1", nick: "other"))
                screen.skip()
                #expect(await eventually { screen.state.failure?.code == .alreadyMember })
                #expect(screen.state.step == .email)
                await enter(["newer@example.com", "secret1", "newcomer"], into: screen)
                screen.skip()
                screen.skip()
                #expect(await eventually { screen.state.step == .done })
                #expect(app.session.user == screen.state.user)
            }
        }
    }

    @Test("Repeating a sign-up after a lost response uses the same account") func lostSignUp() async throws {
        try await linkStory { story in
            try await story.launch { app in
                let screen = LinkSignUp(app.session)
                await enter(["new@example.com", "secret1", "newcomer", "01012345678"], into: screen)
                story.network.loseAnswers(to: "POST /join")
                screen.skip()
                #expect(await eventually { screen.state.failure?.code == .connectionLost })
                screen.skip()
                #expect(await eventually { screen.state.step == .done })
                #expect(story.service.accounts.count { $0.email == "new@example.com" } == 1)
            }
            try await story.launch { app in
                let found = try await app.session.restore()
                #expect(found == .signedIn(account: story.service.user(5)))
            }
        }
    }

    @Test("Signs in with the right password after a wrong one") func wrongPassword() async throws {
        try await linkStory { story in
            try await story.launch { app in
                let screen = LinkSignIn(app.session)
                screen.email = "user1@example.com"
                screen.password = "wrong-1"
                screen.signIn()
                #expect(await eventually { screen.state.failure?.code == .signInRefused })
                #expect(app.session.account == nil)
                screen.password = "password1"
                #expect(screen.state.failure == nil)
                screen.signIn()
                #expect(await eventually { screen.state.user == story.service.user(1) })
                let list = try app.open()
                #expect(await eventually { !list.state.rows.isEmpty })
            }
        }
    }

    @Test("Ignores white space around an e-mail address") func trailingBlank() async throws {
        try await linkStory { story in
            try await story.launch { app in
                let screen = LinkSignIn(app.session)
                screen.email = "user1@example.com "
                screen.password = "password1"
                #expect(screen.state.emailProblem == nil)
                screen.signIn()
                #expect(await eventually { screen.state.user == story.service.user(1) })
                try await app.session.signOut()
                let signUp = LinkSignUp(app.session)
                signUp.setText(" new@example.com\n")
                #expect(signUp.state.canGoOn)
                signUp.next()
                #expect(await eventually { signUp.state.step == .password })
            }
        }
    }

    @Test("Signs in with corrected credentials after a cancelled attempt") func cancelled() async throws {
        try await linkStory { story in
            try await story.launch { app in
                let gate = Gate()
                story.service.hold("POST /login", at: gate)
                let screen = LinkSignIn(app.session)
                screen.email = "user1@example.com"
                screen.password = "password1"
                screen.signIn()
                await gate.waitForArrivals(1)
                screen.cancel()
                #expect(!screen.state.isBusy)
                #expect(screen.state.failure == nil)
                screen.email = "user2@example.com"
                screen.password = "password2"
                gate.open()
                screen.signIn()
                #expect(await eventually { screen.state.user == story.service.user(2) })
                #expect(app.session.state == .signedIn(account: story.service.user(2)))
            }
        }
    }

    @Test("Signs up with corrected texts after a cancelled attempt") func cancelledSignUp() async throws {
        try await linkStory { story in
            try await story.launch { app in
                let screen = LinkSignUp(app.session)
                await enter(["new@example.com", "secret1", "newcomer"], into: screen)
                screen.skip()
                let gate = Gate()
                story.service.hold("POST /join", at: gate)
                screen.skip()
                await gate.waitForArrivals(1)
                #expect(screen.state.isBusy)
                screen.cancel()
                #expect(!screen.state.isBusy)
                #expect(screen.state.failure == nil)
                gate.open()
                for _ in 0..<2 { screen.back() }
                screen.setText("renamed")
                screen.next()
                screen.skip()
                screen.skip()
                #expect(await eventually { screen.state.step == .done })
                #expect(story.service.accounts.filter { $0.email == "new@example.com" }.map(\.nick) == ["renamed"])
            }
        }
    }

    @Test("Clears the sign-in screen after a sign-out") func signInForgets() async throws {
        try await linkStory { story in
            try await story.launch { app in
                let screen = LinkSignIn(app.session)
                screen.email = "user1@example.com"
                screen.password = "password1"
                screen.signIn()
                #expect(await eventually { screen.state.user == story.service.user(1) })
                try await app.session.signOut()
                #expect(await eventually { screen.state == LinkSignIn.State() })
                screen.email = "user2@example.com"
                screen.password = "wrong-2"
                screen.signIn()
                #expect(await eventually { screen.state.failure != nil })
                #expect(screen.state.user == nil)
            }
        }
    }

    @Test("Signs in with a password shorter than the rules for new ones") func shortPassword() async throws {
        try await linkStory { story in
            story.service.accounts.append(SimulatedAccount(id: "old", email: "a@a", password: "1234", nick: "old"))
            try await story.launch { app in
                let screen = LinkSignIn(app.session)
                screen.email = "a@a"
                screen.password = "1234"
                #expect(screen.state.canSignIn)
                screen.signIn()
                #expect(await eventually { screen.state.user == "old" })
            }
            try await story.launch { app in
                let found = try await app.session.restore()
                #expect(found == .signedIn(account: "old"))
            }
        }
    }
}
