/// A request as the simulated Link service noted it down.
public struct SimulatedLinkRequest: Sendable, Hashable {
    /// Its number, counted from 1.
    public let number: Int
    /// The method and the path, without the query: `GET /post`.
    public let line: String
    /// The status of the answer; nothing while there is none, and when it was lost.
    public internal(set) var status: Int?
}
