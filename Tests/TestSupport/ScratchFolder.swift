package import Foundation

/// Folders for the files of tests, deleted when the process exits.
package enum ScratchFolder {
    /// Returns a new path at each call, at which no file exists.
    package static func url(_ name: String) -> URL { root.appendingPathComponent("\(name) \(UUID().uuidString)") }

    private static let root: URL = {
        try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        // A C function pointer can't capture the path, so it is computed again.
        atexit { try? FileManager.default.removeItem(at: ScratchFolder.place) }
        return place
    }()

    private static var place: URL {
        let process = ProcessInfo.processInfo.processIdentifier
        return FileManager.default.temporaryDirectory.appendingPathComponent("noticeboard-tests-\(process)")
    }
}
