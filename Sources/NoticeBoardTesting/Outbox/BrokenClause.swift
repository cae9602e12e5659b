/// What a clause found wrong.
struct BrokenClause: Error {
    let reason: String
}
