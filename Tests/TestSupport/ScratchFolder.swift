package import Foundation

/// Folders for the files of tests, which go with the process: whatever is still written when a test is over goes, too.
package enum ScratchFolder {
    /// A place of its own at each call, where nothing is.
    package static func url(_ name: String) -> URL { root.appendingPathComponent("\(name) \(UUID().uuidString)") }

    private static let root: URL = {
        try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        // A function of C, which holds nothing: the place is found anew.
        atexit { try? FileManager.default.removeItem(at: ScratchFolder.place) }
        return place
    }()

    private static var place: URL {
        let process = ProcessInfo.processInfo.processIdentifier
        return FileManager.default.temporaryDirectory.appendingPathComponent("noticeboard-tests-\(process)")
    }
}
