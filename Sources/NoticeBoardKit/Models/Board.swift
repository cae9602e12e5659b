import NoticeBoardBase

/// A board: a list of posts with a name.
public struct Board: Sendable, Hashable, Identifiable, Codable {
    /// The board's number.
    public let id: Int
    /// The board's name.
    public let name: String
    /// The kind of board in the server's words; the only known one is `normal`, the default.
    public let kind: String
    /// The position in the menu, ascending; `nil` if the server does not say.
    public let order: Int?
    /// Whether the user marked it as a favorite; `false` if the server does not say.
    public let isFavorite: Bool
    /// Whether it has posts that are new to the user; `false` if the server does not say.
    public let hasNewPosts: Bool
    private let rights: Rights

    /// Whether the user may write posts; `false` if the server does not say.
    public var isWritable: Bool { rights.writable }
    /// Whether the user may manage the board; `false` if the server does not say.
    public var isManageable: Bool { rights.manageable }

    /// Creates a board, for a preview, a test or a service of your own.
    public init(
        id: Int, name: String, kind: String = "normal", order: Int? = nil, isFavorite: Bool = false, hasNewPosts: Bool = false,
        isWritable: Bool = false, isManageable: Bool = false
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.order = order
        self.isFavorite = isFavorite
        self.hasNewPosts = hasNewPosts
        rights = Rights(writable: isWritable, manageable: isManageable)
    }

    private enum CodingKeys: String, CodingKey {
        case id = "boardId"
        case name = "displayName"
        case kind = "boardType"
        case order = "orderNo"
        case isFavorite
        case hasNewPosts = "hasNewPost"
        case rights = "capability"
    }

    /// Reads the wire's form.
    ///
    /// Only the ID and the name are required.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let rights: Rights? = container.value(.rights)
        self.init(
            id: try container.required(.id, container.number(.id)),
            name: try container.required(.name, container.text(.name)),
            kind: container.text(.kind) ?? "normal",
            order: container.number(.order),
            isFavorite: container.flag(.isFavorite) ?? false,
            hasNewPosts: container.flag(.hasNewPosts) ?? false,
            isWritable: rights?.writable ?? false,
            isManageable: rights?.manageable ?? false)
    }

    /// Whether a board is above another in a menu: by the order number, those without one last.
    ///
    /// Equal boards stay as the server has them.
    static func precedesInMenu(_ board: Board, _ other: Board) -> Bool { (board.order ?? .max) < (other.order ?? .max) }
}

/// What the user may do on a board.
private struct Rights: Sendable, Hashable, Codable {
    let writable, manageable: Bool

    init(writable: Bool, manageable: Bool) { (self.writable, self.manageable) = (writable, manageable) }

    /// Reads the wire's form.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(writable: container.flag(.writable) ?? false, manageable: container.flag(.manageable) ?? false)
    }
}
