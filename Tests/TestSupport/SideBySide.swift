/// Does `work` for each number below `count`, so many at once; the first error ends it.
///
/// For tests that wait at every step for their turn among hundreds of others: a thousand steps one after the other take minutes
/// on a busy machine, of which they need a second.
package func sideBySide(
    _ count: Int, atOnce most: Int, _ work: @escaping @Sendable (_ number: Int) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for lane in 0..<most {
            group.addTask {
                for number in stride(from: lane, to: count, by: most) {
                    try Task.checkCancellation()
                    try await work(number)
                }
            }
        }
        // To wait for all would wait for those, too, that could be cancelled.
        for try await _ in group {}
    }
}
