import Foundation
import NoticeBoardBase

/// The bytes in which a log of reading is kept: `{"boards":[{"board":7,"newest":9,"read":[8,9]}],"epoch":"…","format":1}`.
struct StoredReading {
    private static let newestFormat = 1

    /// Tells one file from another of its name that was made after the first had been erased.
    let generation: String
    var log: ReadLog

    init(generation: String = UUID().uuidString, _ log: ReadLog = ReadLog()) { (self.generation, self.log) = (generation, log) }

    /// What data hold; nothing where they cannot be read.
    ///
    /// Throws `storeTooNew` for what a newer version wrote.
    init?(_ data: Data) throws(NoticeBoardError) {
        guard let file = try StoredJSON.value(File.self, in: data, newest: Self.newestFormat, "The marks of what was read") else {
            return nil
        }
        self.init(generation: file.generation)
        for line in file.boards {
            log[line.board] = ReadLog.Entry(
                readUpTo: line.readUpTo, lastTime: line.lastTime, newest: line.newest, read: Set(line.read))
        }
    }

    var data: Data {
        get throws {
            let lines = log.order.map { board in
                let entry = log[board]
                return Line(
                    board: board, readUpTo: entry.readUpTo, lastTime: entry.lastTime, newest: entry.newest,
                    read: entry.read.sorted())
            }
            return try StoredJSON.data(of: File(format: Self.newestFormat, generation: generation, boards: lines))
        }
    }

    private struct File: Codable {
        let format: Int
        let generation: String
        let boards: [Line]
    }

    private struct Line: Codable {
        let board: Board.ID
        let readUpTo, lastTime, newest: Post.ID?
        let read: [Post.ID]
    }
}
