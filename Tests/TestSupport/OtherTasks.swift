/// Lets other tasks run, on the main actor too, before a test checks that something did not happen.
///
/// A task that wrongly does not wait gets a thousand turns to go on. There is no event to wait for when nothing happens, so the
/// number of turns is a limit: too few let a fault pass, and never fail a test.
package func letOtherTasksRun() async {
    for turn in 0..<1_000 {
        await Task.yield()
        if turn.isMultiple(of: 100) { await MainActor.run {} }
    }
}
