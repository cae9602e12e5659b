import Foundation

/// What the simulated Link service holds at a moment.
struct SimulatedLinkState: Sendable {
    var accounts: [SimulatedAccount]
    /// Newest first.
    var posts: [SimulatedLinkPost]
    var files: [String: Data] = [:]
    var tokens: SimulatedLinkTokens
    var refreshes = 0
    var quirks = SimulatedLinkQuirks()
    private var random: SeededRandom
    private var clock: Int64

    init(accounts: [SimulatedAccount], posts: [SimulatedLinkPost], life: Int?, seed: UInt64) {
        self.accounts = accounts
        self.posts = posts
        tokens = SimulatedLinkTokens(life: life)
        random = SeededRandom(seed: seed ^ 0x11D0)
        // Time passes by what is written, so that a run can be repeated.
        clock = (posts.map(\.time).max() ?? Int64(1_772_323_200_000)) + 60_490
    }

    mutating func newID() -> String { SimulatedLinkData.id(&random) }

    /// The moment of what is written now, after every one before.
    mutating func now() -> Int64 {
        clock += 1_007
        return clock
    }

    /// A post of the first account arrives.
    mutating func arrive(_ number: Int, product: String) {
        guard let author = accounts.first?.id else { return }
        let fields = ["product_id": product, "content": "새 글 \(number)"]
        posts.insert(SimulatedLinkPost(id: newID(), author: author, fields: fields, time: now()), at: 0)
    }

    func account(_ id: String) -> SimulatedAccount? { accounts.first { $0.id == id } }

    /// Where an account is.
    func accountPlace(_ id: String) throws(SimulatedRefusal) -> Int {
        guard let index = accounts.firstIndex(where: { $0.id == id }) else { throw SimulatedRefusal(410, "알 수 없는 계정입니다.") }
        return index
    }

    /// The cursor after each post, by its moment, and by how many of that moment follow, up to a thousand; odd, and so never that
    /// of the end.
    ///
    /// Whatever goes, or comes above, no post is left out that stands below.
    var cursors: [Int64] {
        var following: [Int64: Int64] = [:]
        // Where the numbers end there is no date.
        let farthest = Int64(4_000_000_000_000_000)
        let cursors = posts.reversed().map { post in
            let moment = max(-farthest, min(post.time, farthest))
            defer { following[moment, default: 0] += 1 }
            return 2 * (1_000 * moment + following[moment, default: 0]) + 1
        }
        return cursors.reversed()
    }

    /// Where a post stands.
    func place(_ post: String) throws(SimulatedRefusal) -> Int {
        guard let index = posts.firstIndex(where: { $0.id == post }) else { throw SimulatedRefusal(410, "게시글을 찾을 수 없습니다.") }
        return index
    }

    /// Where a post stands whose author `account` is.
    func ownPlace(_ post: String, _ account: String) throws(SimulatedRefusal) -> Int {
        let index = try place(post)
        guard posts[index].author == account else { throw SimulatedRefusal(445, "게시글 작성자가 아닙니다.") }
        return index
    }

    /// Where a comment stands whose author `account` is.
    func ownComment(_ post: String, _ comment: String, _ account: String) throws(SimulatedRefusal) -> (post: Int, comment: Int) {
        let index = try place(post)
        guard let place = posts[index].comments.firstIndex(where: { $0.id == comment }) else {
            throw SimulatedRefusal(410, "댓글을 찾을 수 없습니다.")
        }
        guard posts[index].comments[place].author == account else { throw SimulatedRefusal(445, "댓글 작성자가 아닙니다.") }
        return (index, place)
    }

    /// Keeps files, and gives their paths.
    mutating func keep(_ new: [SimulatedLinkInput.File], in folder: String) -> [String] {
        new.map { file in
            let path = "uploads/\(folder)/\(newID()).\(file.fileExtension)"
            files[path] = file.data
            return path
        }
    }

    /// Takes an account away with everything that was in it.
    mutating func remove(_ account: String) {
        tokens.forget(account)
        accounts.removeAll { $0.id == account }
        for index in accounts.indices { accounts[index].following.removeAll { $0 == account } }
        posts.removeAll { $0.author == account }
        for index in posts.indices {
            posts[index].likes.removeAll { $0 == account }
            posts[index].comments.removeAll { $0.author == account }
        }
    }

    // MARK: What is written

    private func user(_ id: String) -> SimulatedJSON {
        account(id)?.json ?? .object([("_id", .string(id)), ("nick", .string(""))])
    }

    func json(_ comment: SimulatedLinkComment) -> SimulatedJSON {
        .object([
            ("_id", .string(comment.id)), ("content", .string(comment.content)),
            ("time", .string(SimulatedMoment.text(comment.time))),
            ("creator", user(comment.author)),
        ])
    }

    func json(_ post: SimulatedLinkPost) -> SimulatedJSON {
        func list(_ elements: [SimulatedJSON]) -> SimulatedJSON { .array(elements + (quirks.sendsNulls ? [.null] : [])) }
        var members: [(String, SimulatedJSON)] = [
            ("likes", list(post.likes.map { .string($0) })), ("image", list(post.files.map { .string($0) })),
            ("hashTags", list(post.hashtags.map { .string($0) })), ("comments", list(post.comments.map(json))),
            ("_id", .string(post.id)), ("creator", user(post.author)), ("time", .string(SimulatedMoment.text(post.time))),
        ]
        // What is not there is absent and never null.
        members += post.fields.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }
        return .object(members)
    }

    func profile(_ account: SimulatedAccount, isOwn: Bool) -> SimulatedJSON {
        var members: [(String, SimulatedJSON)] = [
            ("posts", .array(posts.filter { $0.author == account.id }.map { .string($0.id) })),
            ("followers", .array(accounts.filter { $0.following.contains(account.id) }.map(\.json))),
            ("following", .array(account.following.map(user))), ("_id", .string(account.id)), ("nick", .string(account.nick)),
        ]
        if isOwn {
            members.append(("email", .string(account.email)))
            if let phone = account.phone { members.append(("phoneNum", .string(phone))) }
            if let birthday = account.birthday { members.append(("birthDay", .string(birthday))) }
        }
        if let picture = account.picture { members.append(("profile", .string(picture))) }
        return .object(members)
    }
}
