/// A row as the service sends it.
struct Row: Identifiable, Equatable, Sendable, Codable {
    let id: Int
    /// How often the row was edited.
    var version: Int
}
