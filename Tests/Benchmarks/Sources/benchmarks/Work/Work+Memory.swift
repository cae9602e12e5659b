import Foundation

extension Work {
    /// The bytes that finished work leaves behind, for each piece of it.
    static func leftovers() async throws -> [(name: String, bytes: Double, limit: Double)] {
        let client = clientWithEverything
        let count = 20_000
        // Grows what is kept on purpose, such as the pools of the allocator.
        try await send(Posts(), by: client, 2_000)
        guard let before = resident() else { return [] }
        try await send(Posts(), by: client, count)
        guard let after = resident() else { return [] }
        return [("a finished call, before its timeout", Double(max(after - before, 0)) / Double(count), 100)]
    }

    /// The memory of the process in bytes; `nil` if the system does not tell.
    private static func resident() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
