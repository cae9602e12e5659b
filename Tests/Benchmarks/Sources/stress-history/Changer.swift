import Foundation
import NoticeBoardSearch
import NoticeBoardTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A process that changes entries of its own until it is killed, and notes each change before and after it.
struct Changer {
    let folder: String
    let number: String
    let seed: UInt64

    func run() throws {
        var random = SeededRandom(seed: seed)
        let notes = open("\(folder)/notes-\(number)", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let history = FileSearchHistory(
            directory: URL(fileURLWithPath: folder + "/store"), policy: SearchHistoryPolicy(capacity: 200),
            lockTimeout: 60)
        note("", "\n", 1)
        while true {
            let keyword = "낱말-\(number)-\(random.below(12))"
            let isDeleting = random.chance(15)
            note(isDeleting ? "-" : "+", keyword, notes)
            let key = SearchHistoryEntry.Key(keyword)
            try history.applyBlocking(isDeleting ? .delete([key]) : .save(key))
            note("!", "", notes)
        }
    }

    private func note(_ sign: String, _ text: String, _ file: Int32) {
        let line = Array((sign + text + "\n").utf8)
        _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    }
}
