/// A request as the simulated service noted it down.
public struct SimulatedRequest: Sendable, Hashable {
    /// Its number, counted from 1.
    public let number: Int
    /// The method and the target as they came, such as `GET /api/v2/boards/7/posts?offset=0&limit=30`.
    public let line: String
    /// What it asks for; nothing when the service cannot read it as one of its calls.
    public let call: SimulatedCall?
    /// The status of the answer; nothing while there is none, and when it was lost.
    public internal(set) var status: Int?
}
