import Foundation
import NoticeBoardBase
import TestSupport

/// Words stored one per line in a line file.
struct Words: LineFileContent, Equatable {
    struct Header: Codable, Equatable { var note = "" }
    private struct Line: Codable {
        var word: String?
        var gone: String?
    }

    static let version = 1
    var header = Header()
    var list: [String] = []
    /// The offset of each word in the file.
    var offsets: [Int] = []
    var liveSize: Int { 80 + list.reduce(0) { $0 + $1.utf8.count + 12 } }

    init() {}
    init(_ list: [String], note: String = "") { (self.list, header.note) = (list, note) }

    mutating func read(_ header: Header) throws { self.header = header }

    mutating func read(_ line: Data, at offset: Int) throws {
        let line = try JSONDecoder().decode(Line.self, from: line)
        if let gone = line.gone, let place = list.firstIndex(of: gone) {
            list.remove(at: place)
            offsets.remove(at: place)
        } else if let word = line.word {
            list.append(word)
            offsets.append(offset)
        } else if line.gone == nil {
            throw CocoaError(.coderReadCorrupt)
        }
    }

    mutating func finishReading() {}

    mutating func write(_ add: ([UInt8]) throws -> Int, old: (Range<Int>) throws -> [UInt8]) throws {
        offsets = try list.map { try add(Self.line($0)) }
    }

    static func line(_ word: String) -> [UInt8] { Array("{\"word\":\"\(word)\"}".utf8) }
    static func gone(_ word: String) -> [UInt8] { Array("{\"gone\":\"\(word)\"}".utf8) }
}

typealias WordFile = LineFile<Words>

extension WordFile {
    static let folder = "/store"
    static let path = "/store/words"

    /// Creates the word file on the given file system.
    init(_ files: any FileSystem, minimumSize: Int = 65_536) {
        self.init(folder: Self.folder, name: "words", minimumSize: minimumSize, maximumSize: 32 << 20, files: files)
    }

    mutating func add(_ words: String...) throws { try change(until: 0) { _, _ in .append(words.map(Words.line)) } }

    /// Deletes a word by rewriting the file, which leaves no trace of it.
    mutating func delete(_ word: String) throws {
        try change(until: 0) { _, content in
            .rewrite(Words(content.list.filter { $0 != word }, note: content.header.note), isDeleting: true)
        }
    }

    /// Reads the file and returns its words.
    mutating func words() throws -> [String] {
        try read()
        return content?.list ?? []
    }
}

extension MemoryFileSystem {
    /// The bytes of the word file.
    var words: [UInt8] { contents[WordFile.path] ?? [] }

    func holds(_ word: String) -> Bool { contents.values.contains { Data($0).range(of: Data(word.utf8)) != nil } }
}
