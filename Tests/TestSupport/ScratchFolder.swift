package import Foundation

/// Folders for the files of tests, deleted when the process ends, also if a test still writes then.
package enum ScratchFolder {
    /// Returns a new path at each call; nothing exists there.
    package static func url(_ name: String) -> URL { root.appendingPathComponent("\(name) \(UUID().uuidString)") }

    private static let root: URL = {
        try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        // A C function captures nothing, so the path is computed again.
        atexit { try? FileManager.default.removeItem(at: ScratchFolder.place) }
        return place
    }()

    private static var place: URL {
        let process = ProcessInfo.processInfo.processIdentifier
        return FileManager.default.temporaryDirectory.appendingPathComponent("noticeboard-tests-\(process)")
    }
}
