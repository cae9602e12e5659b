/// The issued tokens of the simulated Link service, with their remaining uses.
struct SimulatedLinkTokens: Sendable {
    private struct Token: Sendable {
        let account: String
        /// The remaining uses; `nil` is unlimited.
        var uses: Int?
        var isExpired: Bool { uses.map { $0 <= 0 } ?? false }
    }

    /// The uses of a new access token; `nil` is unlimited.
    var life: Int?
    private var access: [String: Token] = [:]
    private var refresh: [String: Token] = [:]
    private var count = 0

    init(life: Int?) { self.life = life }

    /// Issues two tokens for a sign-in.
    mutating func issue(_ account: String) -> (access: String, refresh: String) {
        count += 1
        let token = "refresh.\(count).\(account)"
        refresh[token] = Token(account: account)
        return (newAccess(account), token)
    }

    private mutating func newAccess(_ account: String) -> String {
        count += 1
        let token = "access.\(count).\(account)"
        access[token] = Token(account: account, uses: life)
        return token
    }

    /// Returns the account of a token; consumes one use.
    mutating func account(_ token: String?) throws(SimulatedRefusal) -> String {
        guard let token, var known = access[token] else { throw SimulatedRefusal(401, "인증할 수 없는 액세스 토큰입니다.") }
        guard !known.isExpired else { throw SimulatedRefusal(419, "액세스 토큰이 만료되었습니다.") }
        known.uses = known.uses.map { $0 - 1 }
        access[token] = known
        return known.account
    }

    /// Exchanges an expired access token for a new one.
    mutating func renew(_ old: String?, by token: String?) throws(SimulatedRefusal) -> String {
        guard let known = old.flatMap({ access[$0] }), let proof = token.flatMap({ refresh[$0] }), proof.account == known.account
        else { throw SimulatedRefusal(401, "인증할 수 없는 토큰입니다.") }
        guard known.isExpired else { throw SimulatedRefusal(409, "액세스 토큰이 만료되지 않았습니다.") }
        guard !proof.isExpired else { throw SimulatedRefusal(418, "리프레시 토큰이 만료되었습니다. 다시 로그인해 주세요.") }
        return newAccess(known.account)
    }

    mutating func expireAccess() { for token in access.keys { access[token]?.uses = 0 } }
    mutating func expireRefresh() { for token in refresh.keys { refresh[token]?.uses = 0 } }
    mutating func forget(_ account: String? = nil) {
        access = access.filter { account != nil && $0.value.account != account }
        refresh = refresh.filter { account != nil && $0.value.account != account }
    }
}
