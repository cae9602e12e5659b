import Foundation
import NoticeBoardBase

/// The bytes in which a log of reading is kept: `{"boards":[{"board":7,"newest":9,"read":[8,9]}],"epoch":"…","format":1}`.
struct StoredReading {
    private static let newestFormat = 1

    /// Tells one file from another of its name that was made after the first had been erased.
    let epoch: String
    var log: ReadLog

    init(epoch: String = UUID().uuidString, _ log: ReadLog = ReadLog()) { (self.epoch, self.log) = (epoch, log) }

    /// What data hold; nothing where they cannot be read.
    ///
    /// Throws `storeTooNew` for what a newer version wrote.
    init?(_ data: Data) throws(NoticeBoardError) {
        struct Format: Decodable { let format: Int }
        let decoder = JSONDecoder()
        guard let format = try? decoder.decode(Format.self, from: data).format else { return nil }
        guard format <= Self.newestFormat else {
            throw NoticeBoardError(.storeTooNew, "The marks of what was read have format \(format).")
        }
        guard let file = try? decoder.decode(File.self, from: data) else { return nil }
        self.init(epoch: file.epoch)
        for line in file.boards {
            log.put(
                ReadLog.Entry(readUpTo: line.readUpTo, lastTime: line.lastTime, newest: line.newest, read: Set(line.read)),
                on: line.board)
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
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return try encoder.encode(File(format: Self.newestFormat, epoch: epoch, boards: lines))
        }
    }

    private struct File: Codable {
        let format: Int
        let epoch: String
        let boards: [Line]
    }

    private struct Line: Codable {
        let board: Board.ID
        let readUpTo, lastTime, newest: Post.ID?
        let read: [Post.ID]
    }
}
