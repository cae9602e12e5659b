import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("LinkSimulator tokens", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkTokenTests {
    private func logIn(_ simulator: LinkSimulator, _ account: String) async throws -> String {
        let name = account == "u1" ? "a" : "b"
        let form = #"{"email":"\#(name)@x.kr","password":"\#(String(repeating: name, count: 6))"}"#
        return try await LinkStranger(simulator: simulator).received("POST /login", form)
    }

    private func refresh(_ simulator: LinkSimulator, _ access: String?, by token: String) async throws -> String {
        try await LinkStranger(simulator: simulator, token: access).received("GET /refresh", headers: ["Refresh": token])
    }

    /// Returns the status of a call with this token.
    private func status(_ simulator: LinkSimulator, _ token: String) async throws -> Int {
        try await LinkStranger(simulator: simulator, token: token).send("GET", "/post").status
    }

    @Test("Each token has a unique number and names its account") func names() async throws {
        let simulator = LinkSimulator.small()
        #expect(
            try await logIn(simulator, "u1") == #"200 {"_id":"u1","token":"access.2.u1","refreshToken":"refresh.1.u1"}"#)
        #expect(
            try await logIn(simulator, "u2") == #"200 {"_id":"u2","token":"access.4.u2","refreshToken":"refresh.3.u2"}"#)
        #expect(
            try await logIn(simulator, "u1") == #"200 {"_id":"u1","token":"access.6.u1","refreshToken":"refresh.5.u1"}"#)
        for token in ["access.2.u1", "access.4.u2", "access.6.u1"] { #expect(try await status(simulator, token) == 200) }
        for token in ["access.1.u1", "refresh.1.u1", ""] { #expect(try await status(simulator, token) == 401) }
    }

    @Test("A token expires after its number of calls, not counting unknown ones")
    func uses() async throws {
        for life in [0, 1, 3] {
            let simulator = LinkSimulator.small(tokenLife: life)
            _ = try await logIn(simulator, "u1")
            let me = LinkStranger(simulator: simulator, token: "access.2.u1")
            for _ in 0..<5 { #expect(try await me.send("GET", "/nowhere").status == 444) }
            for _ in 0..<life { #expect(try await me.send("GET", "/post/x").status == 410) }
            for _ in 0..<2 {
                #expect(try await me.received("GET /post") == #"419 {"message":"액세스 토큰이 만료되었습니다."}"#)
            }
        }
        let simulator = LinkSimulator.small()
        #expect(simulator.tokenLife == nil)
        simulator.tokenLife = 2
        _ = try await logIn(simulator, "u1")
        simulator.tokenLife = nil
        _ = try await logIn(simulator, "u2")
        for code in [200, 200, 419] { #expect(try await status(simulator, "access.2.u1") == code) }
        for _ in 0..<9 { #expect(try await status(simulator, "access.4.u2") == 200) }
    }

    @Test("Renews an expired token only with a refresh token of the same account") func renewing() async throws {
        let simulator = LinkSimulator.small()
        for account in ["u1", "u2"] { _ = try await logIn(simulator, account) }
        let stranger = #"401 {"message":"인증할 수 없는 토큰입니다."}"#
        #expect(
            try await refresh(simulator, "access.2.u1", by: "refresh.1.u1") == #"409 {"message":"액세스 토큰이 만료되지 않았습니다."}"#)
        simulator.expireTokens()
        for code in [419, 419] { #expect(try await status(simulator, "access.2.u1") == code) }
        #expect(try await refresh(simulator, "access.2.u1", by: "refresh.3.u2") == stranger)
        #expect(try await refresh(simulator, "access.4.u2", by: "refresh.1.u1") == stranger)
        #expect(try await refresh(simulator, nil, by: "refresh.1.u1") == stranger)
        #expect(try await refresh(simulator, "access.2.u1", by: "access.2.u1") == stranger)
        #expect(try await refresh(simulator, "access.2.u1", by: "refresh.1.u1") == #"200 {"token":"access.5.u1"}"#)
        #expect(try await refresh(simulator, "access.2.u1", by: "refresh.1.u1") == #"200 {"token":"access.6.u1"}"#)
        for (token, code) in [("access.2.u1", 419), ("access.4.u2", 419), ("access.5.u1", 200), ("access.6.u1", 200)] {
            #expect(try await status(simulator, token) == code)
        }
        simulator.expireRefreshTokens()
        simulator.expireTokens()
        #expect(
            try await refresh(simulator, "access.5.u1", by: "refresh.1.u1")
                == #"418 {"message":"리프레시 토큰이 만료되었습니다. 다시 로그인해 주세요."}"#)
        #expect(simulator.refreshes == 8)
        _ = try await logIn(simulator, "u1")
        #expect(try await status(simulator, "access.8.u1") == 200)
    }

    @Test("Withdrawing or forgetting invalidates tokens") func forgetting() async throws {
        let simulator = LinkSimulator.small()
        for account in ["u1", "u2"] { _ = try await logIn(simulator, account) }
        #expect(
            try await LinkStranger(simulator: simulator, token: "access.2.u1").received("GET /withdraw")
                == #"200 {"_id":"u1","email":"a@x.kr","nick":"하나"}"#)
        #expect(simulator.accounts.map(\.id) == ["u2"])
        #expect(simulator.posts.map(\.id) == ["p3", "p1"])
        #expect(simulator.posts.map(\.likes) == [["u2"], []])
        #expect(simulator.posts[0].replies.map(\.id) == ["c2"])
        simulator.expireTokens()
        #expect(try await status(simulator, "access.2.u1") == 401)
        #expect(try await status(simulator, "access.4.u2") == 419)
        #expect(try await refresh(simulator, "access.2.u1", by: "refresh.1.u1").hasPrefix("401"))
        #expect(try await refresh(simulator, "access.4.u2", by: "refresh.1.u1").hasPrefix("401"))
        #expect(try await refresh(simulator, "access.4.u2", by: "refresh.3.u2") == #"200 {"token":"access.5.u2"}"#)
        simulator.forgetTokens()
        for token in ["access.4.u2", "access.5.u2"] { #expect(try await status(simulator, token) == 401) }
        #expect(try await logIn(simulator, "u2").contains("access.7.u2"))
        simulator.expireTokens()
        #expect(try await refresh(simulator, "access.7.u2", by: "refresh.3.u2").hasPrefix("401"))
        #expect(try await refresh(simulator, "access.7.u2", by: "refresh.6.u2") == #"200 {"token":"access.8.u2"}"#)
    }

    @Test("Withdrawing removes only the account's own follows") func following() async throws {
        let simulator = LinkSimulator.small()
        simulator.accounts.append(SimulatedAccount(id: "u3", email: "c", password: "c", nick: "c"))
        simulator.accounts[2].following = ["u1", "u2"]
        _ = try await LinkStranger.first(simulator, "u2").send("GET", "/withdraw")
        #expect(simulator.accounts.map(\.following) == [[], ["u1"]])
        #expect(simulator.posts.map(\.id) == ["p2"])
    }
}
