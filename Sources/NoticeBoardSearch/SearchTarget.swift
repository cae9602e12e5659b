/// Which fields of a post a search looks into.
///
/// The set is open: a target that a later server adds, or that an earlier program stored, keeps its value.
public struct SearchTarget: RawRepresentable, Hashable, Sendable, Codable {
    /// The target as it stands on the wire.
    public let rawValue: String

    /// A target by its name on the wire.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Every field: one target beside the others.
    ///
    /// Where a call takes no target at all, as `delete` does, it means each of them.
    public static let all = SearchTarget(rawValue: "all")
    /// The title.
    public static let title = SearchTarget(rawValue: "title")
    /// The contents.
    public static let contents = SearchTarget(rawValue: "contents")
    /// The writer's name.
    public static let writer = SearchTarget(rawValue: "writer")

    /// The four targets that every service knows, in the order in which apps list them.
    public static let wellKnown: [SearchTarget] = [.all, .title, .contents, .writer]
}
