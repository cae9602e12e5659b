import Foundation

/// Waits until `condition` holds, or returns `false` after `seconds`.
///
/// Stories run in real time against in-memory doubles, so a condition that isn't met within seconds is a failure.
@MainActor
public func eventually(within seconds: Double = 5, _ condition: () -> Bool) async -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while !condition() {
        guard Date() < end else { return false }
        try? await Task.sleep(nanoseconds: 2_000_000)
    }
    return true
}

/// Runs `body` with a new empty folder, which is removed afterwards.
@MainActor
public func withScratchFolder<Value>(_ body: @MainActor (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stories-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
