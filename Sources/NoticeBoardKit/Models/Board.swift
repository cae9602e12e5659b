import NoticeBoardBase

/// A board: a list of posts with a name.
public struct Board: Sendable, Hashable, Identifiable {
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
    /// What the user may do there, if the server says so.
    public let capability: Capability?

    /// Creates a board, for a preview, a test or a service of your own.
    public init(
        id: Int,
        name: String,
        kind: String = "normal",
        order: Int? = nil,
        isFavorite: Bool = false,
        hasNewPosts: Bool = false,
        capability: Capability? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.order = order
        self.isFavorite = isFavorite
        self.hasNewPosts = hasNewPosts
        self.capability = capability
    }
}

extension Board {
    /// What the user may do on a board.
    public struct Capability: Sendable, Hashable, Codable {
        /// Whether the user may write posts; `false` if the server does not say.
        public let isWritable: Bool
        /// Whether the user may manage the board; `false` if the server does not say.
        public let isManageable: Bool

        /// Creates what the user may do.
        public init(isWritable: Bool = false, isManageable: Bool = false) {
            self.isWritable = isWritable
            self.isManageable = isManageable
        }

        /// Reads the wire's form.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(isWritable: container.flag(.isWritable) ?? false, isManageable: container.flag(.isManageable) ?? false)
        }

        private enum CodingKeys: String, CodingKey {
            case isWritable = "writable"
            case isManageable = "manageable"
        }
    }
}

extension Board: Codable {
    private enum CodingKeys: String, CodingKey {
        case id = "boardId"
        case name = "displayName"
        case kind = "boardType"
        case order = "orderNo"
        case isFavorite
        case hasNewPosts = "hasNewPost"
        case capability
    }

    /// Reads the wire's form.
    ///
    /// Only the ID and the name are required.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.number(.id)),
            name: try container.required(.name, container.text(.name)),
            kind: container.text(.kind) ?? "normal",
            order: container.number(.order),
            isFavorite: container.flag(.isFavorite) ?? false,
            hasNewPosts: container.flag(.hasNewPosts) ?? false,
            capability: container.value(.capability))
    }
}

extension Board {
    /// Whether a board is above another in a menu: by the order number, those without one last.
    ///
    /// Equal boards stay as the server has them.
    static func precedesInMenu(_ board: Board, _ other: Board) -> Bool { (board.order ?? .max) < (other.order ?? .max) }
}
