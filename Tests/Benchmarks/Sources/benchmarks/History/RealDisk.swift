import Foundation

#if canImport(Darwin)
    import Darwin
#endif

/// A folder on a real disk: a file system in memory syncs at no cost and would flatter every contender.
struct RealDisk {
    let folder: String
    let fileSystem: String

    /// `NOTICEBOARD_BENCHMARK_FOLDER`, or a folder below the current one.
    init?() {
        let named = ProcessInfo.processInfo.environment["NOTICEBOARD_BENCHMARK_FOLDER"]
        let place = named ?? FileManager.default.currentDirectoryPath
        folder = place + "/history-benchmark-\(ProcessInfo.processInfo.processIdentifier)"
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            print("refused: no folder can be made in \(place); name one in NOTICEBOARD_BENCHMARK_FOLDER")
            return nil
        }
        fileSystem = Self.kind(folder)
        if ["tmpfs", "ramfs"].contains(fileSystem) {
            print("refused: \(place) lies in memory (\(fileSystem)); name a folder on a disk in NOTICEBOARD_BENCHMARK_FOLDER")
            remove()
            return nil
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    private static func kind(_ path: String) -> String {
        #if canImport(Darwin)
            var status = statfs()
            guard statfs(path, &status) == 0 else { return "unknown" }
            return withUnsafeBytes(of: status.f_fstypename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        #else
            let mounts = (try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)) ?? ""
            let lines = mounts.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.count > 2 }
            let holding = lines.filter { $0[1] == "/" || path == $0[1] || path.hasPrefix($0[1] + "/") }
            return holding.max { $0[1].count < $1[1].count }.map { String($0[2]) } ?? "unknown"
        #endif
    }
}
