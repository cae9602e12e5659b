import Foundation

/// The state of the simulated Link service.
struct SimulatedLinkState: Sendable {
    var accounts: [SimulatedAccount]
    /// Newest first.
    var posts: [SimulatedLinkPost]
    var files: [String: Data] = [:]
    var tokens: SimulatedLinkTokens
    var refreshes = 0
    private var random: SeededRandom
    private var clock: Int64

    init(accounts: [SimulatedAccount], posts: [SimulatedLinkPost], life: Int?, seed: UInt64) {
        self.accounts = accounts
        self.posts = posts
        tokens = SimulatedLinkTokens(life: life)
        random = SeededRandom(seed: seed ^ 0x11D0)
        // The clock advances with each write and not in real time, so that a run can be repeated.
        clock = (posts.map(\.time).max() ?? Int64(1_772_323_200_000)) + 60_490
    }

    mutating func newID() -> String { SimulatedLinkData.id(&random) }

    /// Returns the time of a write, later than all earlier ones.
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

    /// Returns an account's index.
    func accountPlace(_ id: String) throws(SimulatedRefusal) -> Int {
        guard let index = accounts.firstIndex(where: { $0.id == id }) else { throw SimulatedRefusal(410, "알 수 없는 계정입니다.") }
        return index
    }

    /// The cursor after each post: its time, and how many posts of the same time follow, up to a thousand.
    ///
    /// It is always odd, and so never the final cursor. Deleting or inserting posts above does not skip any post below.
    var cursors: [Int64] {
        var following: [Int64: Int64] = [:]
        // Larger numbers have no date.
        let farthest = Int64(4_000_000_000_000_000)
        let cursors = posts.reversed().map { post in
            let moment = max(-farthest, min(post.time, farthest))
            defer { following[moment, default: 0] += 1 }
            return 2 * (1_000 * moment + following[moment, default: 0]) + 1
        }
        return cursors.reversed()
    }

    /// Returns a post's index.
    func place(_ post: String) throws(SimulatedRefusal) -> Int {
        guard let index = posts.firstIndex(where: { $0.id == post }) else { throw SimulatedRefusal(410, "게시글을 찾을 수 없습니다.") }
        return index
    }

    /// Returns the index of a post that `account` wrote.
    func ownPlace(_ post: String, _ account: String) throws(SimulatedRefusal) -> Int {
        let index = try place(post)
        guard posts[index].author == account else { throw SimulatedRefusal(445, "게시글 작성자가 아닙니다.") }
        return index
    }

    /// Returns the indices of a reply that `account` wrote.
    func ownReply(_ post: String, _ reply: String, _ account: String) throws(SimulatedRefusal) -> (post: Int, reply: Int) {
        let index = try place(post)
        guard let place = posts[index].replies.firstIndex(where: { $0.id == reply }) else {
            throw SimulatedRefusal(410, "댓글을 찾을 수 없습니다.")
        }
        guard posts[index].replies[place].author == account else { throw SimulatedRefusal(445, "댓글 작성자가 아닙니다.") }
        return (index, place)
    }

    /// Stores files and returns their paths.
    mutating func keep(_ new: [SimulatedLinkInput.File], in folder: String) -> [String] {
        new.map { file in
            let path = "uploads/\(folder)/\(newID()).\(file.fileExtension)"
            files[path] = file.data
            return path
        }
    }

    /// Removes an account with all its content.
    mutating func remove(_ account: String) {
        tokens.forget(account)
        accounts.removeAll { $0.id == account }
        for index in accounts.indices { accounts[index].following.removeAll { $0 == account } }
        posts.removeAll { $0.author == account }
        for index in posts.indices {
            posts[index].likes.removeAll { $0 == account }
            posts[index].replies.removeAll { $0.author == account }
        }
    }

    // MARK: JSON

    private func user(_ id: String) -> SimulatedJSON {
        accounts.first { $0.id == id }?.json ?? .object([("_id", .string(id)), ("nick", .string(""))])
    }

    func json(_ reply: SimulatedLinkReply) -> SimulatedJSON {
        .object([
            ("_id", .string(reply.id)), ("content", .string(reply.content)),
            ("time", .string(SimulatedDate.text(milliseconds: reply.time))),
            ("creator", user(reply.author)),
        ])
    }

    func json(_ post: SimulatedLinkPost) -> SimulatedJSON {
        let members: [(String, SimulatedJSON)] = [
            ("likes", .strings(post.likes)), ("image", .strings(post.files)), ("hashTags", .strings(post.hashtags)),
            ("comments", .array(post.replies.map(json))),
            ("_id", .string(post.id)), ("creator", user(post.author)),
            ("time", .string(SimulatedDate.text(milliseconds: post.time))),
        ]
        // Missing fields are omitted, never null.
        return .members(members + post.fields.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }

    func profile(_ account: SimulatedAccount, isOwn: Bool) -> SimulatedJSON {
        .object([
            ("posts", .strings(posts.filter { $0.author == account.id }.map(\.id))),
            ("followers", .array(accounts.filter { $0.following.contains(account.id) }.map(\.json))),
            ("following", .array(account.following.map(user))), ("_id", .string(account.id)), ("nick", .string(account.nick)),
            ("email", isOwn ? .string(account.email) : nil),
            ("phoneNum", isOwn ? account.phone.map { .string($0) } : nil),
            ("birthDay", isOwn ? account.birthday.map { .string($0) } : nil), ("profile", account.picture.map { .string($0) }),
        ])
    }
}
