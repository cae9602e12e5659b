/// A call of the simulated Link service, found by method and path independently of the library.
struct SimulatedLinkCall: Sendable {
    /// The method and the path, with `*` in place of each ID: `PUT post/*`.
    let line: String
    /// The IDs in the path.
    let ids: [String]
    let input: Input
    /// The query items that the call accepts.
    let items: Set<String>

    /// The body that a call accepts.
    enum Input {
        case nothing
        case json(required: Set<String>, optional: Set<String> = [])
        case form(texts: Set<String>, file: String, most: Int, bytes: Int)
    }

    /// `nil` for an unknown address: 444.
    init?(_ method: String, _ path: [String]) {
        // The path of a file has any number of parts.
        let parts = path.first == "uploads" ? ["uploads", path.dropFirst().joined(separator: "/")] : path
        let words = { (line: String) in line.split { $0 == " " || $0 == "/" } }
        guard
            let found = Self.calls.first(where: { words($0.line).elementsEqual([method] + parts) { $0 == "*" || $0 == $1 } })
        else { return nil }
        line = found.line
        input = found.input
        items = found.items
        ids = zip(words(line).dropFirst(), parts).filter { $0.0 == "*" }.map(\.1)
    }

    /// Whether the call needs no access token.
    var isOpen: Bool { ["POST join", "POST validation/email", "POST login", "GET refresh"].contains(line) }

    private static let post = Input.form(
        texts: ["title", "content", "product_id", "content1", "content2", "content3", "content4", "content5"],
        file: "file", most: 5, bytes: 10 * 1_048_576)
    private static let page: Set<String> = ["next", "limit", "product_id"]

    /// The calls, with those of a fixed path before those of an ID in its place.
    private static let calls: [(line: String, input: Input, items: Set<String>)] = [
        ("POST join", .json(required: ["email", "password", "nick"], optional: ["phoneNum", "birthDay"]), []),
        ("POST validation/email", .json(required: ["email"]), []),
        ("POST login", .json(required: ["email", "password"]), []),
        ("GET refresh", .nothing, []),
        ("GET withdraw", .nothing, []),
        ("POST post", post, []),
        ("GET post", .nothing, page),
        ("GET post/hashtag", .nothing, page.union(["hashTag"])),
        ("GET post/user/*", .nothing, page),
        ("GET post/like/me", .nothing, ["next", "limit"]),
        ("POST post/like/*", .nothing, []),
        ("GET post/*", .nothing, []),
        ("PUT post/*", post, []),
        ("DELETE post/*", .nothing, []),
        ("POST post/*/comment", .json(required: ["content"]), []),
        ("PUT post/*/comment/*", .json(required: ["content"]), []),
        ("DELETE post/*/comment/*", .nothing, []),
        ("POST follow/*", .nothing, []),
        ("DELETE follow/*", .nothing, []),
        ("GET profile/me", .nothing, []),
        ("PUT profile/me", .form(texts: ["nick", "phoneNum", "birthDay"], file: "profile", most: 1, bytes: 1_048_576), []),
        ("GET profile/*", .nothing, []),
        ("GET uploads/*", .nothing, []),
    ]
}
