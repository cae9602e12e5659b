import NoticeBoardBase

/// A board: a list of posts with a name.
public struct Board: Sendable, Hashable, Identifiable {
    /// The board's number.
    public let id: Int
    /// The board's name.
    public let name: String
    /// What kind of board it is; `normal` when the server does not say.
    public let kind: Kind
    /// Its place in the menu, ascending; nothing when the server does not say.
    public let order: Int?
    /// Whether the reader marked it as a favourite; `false` when the server does not say.
    public let isFavorite: Bool
    /// Whether it has posts that are new to the reader; `false` when the server does not say.
    public let hasNewPosts: Bool
    /// What the reader may do there, when the server says.
    public let capability: Capability?
    /// Its place among the favourites, when the server says.
    public let favoriteOrdering: FavoriteOrdering?

    /// A board.
    public init(
        id: Int,
        name: String,
        kind: Kind = .normal,
        order: Int? = nil,
        isFavorite: Bool = false,
        hasNewPosts: Bool = false,
        capability: Capability? = nil,
        favoriteOrdering: FavoriteOrdering? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.order = order
        self.isFavorite = isFavorite
        self.hasNewPosts = hasNewPosts
        self.capability = capability
        self.favoriteOrdering = favoriteOrdering
    }
}

extension Board {
    /// What kind of board it is.
    ///
    /// The set is open.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// The kind as it stands on the wire.
        public let rawValue: String

        /// A kind by its name on the wire.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The only kind that is known.
        public static let normal = Kind(rawValue: "normal")
    }

    /// What the reader may do on a board.
    public struct Capability: Sendable, Hashable, Codable {
        /// Whether the reader may write posts; `false` when the server does not say.
        public let isWritable: Bool
        /// Whether the reader may manage the board; `false` when the server does not say.
        public let isManageable: Bool

        /// What the reader may do.
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

    /// A board's place among the favourites.
    public struct FavoriteOrdering: Sendable, Hashable, Codable {
        /// The direction in which the favourites are sorted.
        public let sortDirection: String?
        /// The place.
        public let directionOrder: Int?

        /// A place among the favourites.
        public init(sortDirection: String? = nil, directionOrder: Int? = nil) {
            self.sortDirection = sortDirection
            self.directionOrder = directionOrder
        }

        /// Reads the wire's form.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(sortDirection: container.text(.sortDirection), directionOrder: container.number(.directionOrder))
        }

        private enum CodingKeys: String, CodingKey {
            case sortDirection
            case directionOrder = "directionOrderNo"
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
        case capability, favoriteOrdering
    }

    /// Reads the wire's form.
    ///
    /// Only the number and the name are needed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.required(.id, container.number(.id)),
            name: try container.required(.name, container.text(.name)),
            kind: container.text(.kind).map(Kind.init(rawValue:)) ?? .normal,
            order: container.number(.order),
            isFavorite: container.flag(.isFavorite) ?? false,
            hasNewPosts: container.flag(.hasNewPosts) ?? false,
            capability: container.value(.capability),
            favoriteOrdering: container.value(.favoriteOrdering))
    }
}
