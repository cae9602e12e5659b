/// Runs `work` for each number below `count`, `most` at a time.
///
/// The first error cancels the rest.
///
/// For tests that wait in every step: among hundreds of other tests, a thousand steps in sequence take minutes instead of a
/// second.
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
        // `for try await` cancels the group at the first error; `waitForAll()` would first wait for all work.
        for try await _ in group {}
    }
}
