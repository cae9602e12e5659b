/// The fields of a post that a search covers.
///
/// The set is open: a target that a later server adds, or that an earlier version stored, keeps its value.
public struct SearchTarget: RawRepresentable, Hashable, Sendable, Codable {
    /// The name of the target in requests.
    public let rawValue: String

    /// Creates a target from its name in requests.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All fields, as a target of its own.
    ///
    /// A call without a target, such as `delete`, affects every target.
    public static let all = SearchTarget(rawValue: "all")
    /// The title.
    public static let title = SearchTarget(rawValue: "title")
    /// The contents.
    public static let contents = SearchTarget(rawValue: "contents")
    /// The writer's name.
    public static let writer = SearchTarget(rawValue: "writer")

    /// The four targets of every service, in the order in which apps list them.
    public static let wellKnown: [SearchTarget] = [.all, .title, .contents, .writer]
}
