/// Runs `work` for each number below `count`, several at a time; the first error ends it.
///
/// For tests that wait at every step among hundreds of other tests: on a busy machine a thousand steps in sequence take minutes
/// instead of a second.
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
        // Waiting for all would also wait for work that can be cancelled.
        for try await _ in group {}
    }
}
