import Foundation

/// Another witness than our own counting.
extension History {
    /// What strace watches: 100 saves in a new store.
    static func saves() throws {
        guard let disk = RealDisk() else { return }
        defer { disk.remove() }
        let history = history(disk, "saves", 100)
        for number in 0..<100 { _ = save(keyword(number), in: history) }
    }

    /// Counts the calls of 100 saves by strace, where it is installed.
    static func strace(_ disk: RealDisk) {
        let program = "/usr/bin/strace"
        print("\ncalls of 100 saves in a new store, as strace counts them")
        guard FileManager.default.isExecutableFile(atPath: program), let own = Bundle.main.executablePath else {
            return print("  skipped: strace is not installed")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        let output = disk.folder + "/strace"
        process.arguments = [
            "-f", "-c", "-o", output, "-e", "trace=pwrite64,fdatasync,fsync,ftruncate,rename,flock", own, "history-saves",
        ]
        process.standardOutput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return print("  skipped: strace cannot be run") }
        process.waitUntilExit()
        guard let text = try? String(contentsOfFile: output, encoding: .utf8), text.contains("pwrite64") else {
            return print("  skipped: strace may not trace here")
        }
        for row in text.split(separator: "\n").dropFirst(2) {
            let fields = row.split(separator: " ")
            if fields.count >= 5, let name = fields.last { line(String(name), String(fields[3])) }
        }
    }
}
