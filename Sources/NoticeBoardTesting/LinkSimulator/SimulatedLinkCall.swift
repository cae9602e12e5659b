/// A call of the simulated Link service, parsed from method and path independently of the library.
enum SimulatedLinkCall: Sendable, Hashable {
    case join, checkEmail, logIn, refresh, withdraw
    case publish, posts
    case post(String), editPost(String), deletePost(String)
    case userPosts(String), hashtagPosts, likedPosts
    case reply(String), editReply(String, String), deleteReply(String, String)
    case like(String), follow(String), unfollow(String)
    case myProfile, editProfile, profile(String)
    case file(String)

    /// `nil` for an unknown address: 444.
    init?(_ method: String, _ path: [String]) {
        switch (method, path.first, path.count) {
        case ("POST", "join", 1): self = .join
        case ("POST", "validation", 2) where path[1] == "email": self = .checkEmail
        case ("POST", "login", 1): self = .logIn
        case ("GET", "refresh", 1): self = .refresh
        case ("GET", "withdraw", 1): self = .withdraw
        case ("POST", "post", 1): self = .publish
        case ("GET", "post", 1): self = .posts
        case ("GET", "post", 2): self = path[1] == "hashtag" ? .hashtagPosts : .post(path[1])
        case ("PUT", "post", 2): self = .editPost(path[1])
        case ("DELETE", "post", 2): self = .deletePost(path[1])
        case ("GET", "post", 3) where path[1] == "user": self = .userPosts(path[2])
        case ("GET", "post", 3) where path[1] == "like" && path[2] == "me": self = .likedPosts
        case ("POST", "post", 3) where path[1] == "like": self = .like(path[2])
        case ("POST", "post", 3) where path[2] == "comment": self = .reply(path[1])
        case ("PUT", "post", 4) where path[2] == "comment": self = .editReply(path[1], path[3])
        case ("DELETE", "post", 4) where path[2] == "comment": self = .deleteReply(path[1], path[3])
        case ("POST", "follow", 2): self = .follow(path[1])
        case ("DELETE", "follow", 2): self = .unfollow(path[1])
        case ("GET", "profile", 2): self = path[1] == "me" ? .myProfile : .profile(path[1])
        case ("PUT", "profile", 2) where path[1] == "me": self = .editProfile
        case ("GET", "uploads", 2...): self = .file(path.joined(separator: "/"))
        default: return nil
        }
    }

    /// Whether the call needs no access token.
    var isOpen: Bool { [.join, .checkEmail, .logIn, .refresh].contains(self) }

    /// The body that a call accepts.
    enum Input {
        case nothing
        case json(required: Set<String>, optional: Set<String> = [])
        case form(texts: Set<String>, file: String, most: Int, bytes: Int)
    }

    var input: Input {
        switch self {
        case .join: .json(required: ["email", "password", "nick"], optional: ["phoneNum", "birthDay"])
        case .checkEmail: .json(required: ["email"])
        case .logIn: .json(required: ["email", "password"])
        case .reply, .editReply: .json(required: ["content"])
        case .publish, .editPost:
            .form(
                texts: ["title", "content", "product_id", "content1", "content2", "content3", "content4", "content5"],
                file: "file",
                most: 5, bytes: 10 * 1_048_576)
        case .editProfile: .form(texts: ["nick", "phoneNum", "birthDay"], file: "profile", most: 1, bytes: 1_048_576)
        default: .nothing
        }
    }

    /// The query items that a call accepts.
    var items: Set<String> {
        switch self {
        case .posts, .userPosts: ["next", "limit", "product_id"]
        case .hashtagPosts: ["next", "limit", "product_id", "hashTag"]
        case .likedPosts: ["next", "limit"]
        default: []
        }
    }
}
