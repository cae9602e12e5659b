import Foundation
import NoticeBoardBase
import NoticeBoardScreens
import Testing

@testable import NoticeBoardKit

@Suite("Limits of the read log", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ReadLogBoundsTests {
    @Test("Counts a post above the last visit as new and one up to the read mark as read") func edges() {
        var log = PostReadLog()
        log.markShown([5], in: 1)
        log.beginVisit(of: 1)
        log.markAllRead(in: 1)
        log.markRead(8, in: 1)
        #expect((4...9).map { log.isRead($0, in: 1) } == [true, true, false, false, true, false])
        #expect((4...9).map { log.isNew($0, in: 1) } == [false, false, true, true, false, true])
        #expect(!log.isRead(1, in: 8), "another board has no marks")
        #expect(!log.isNew(9, in: 8), "another board has no marks")
        for (board, other) in [(1, nil), (nil, 1), (1, 8)] as [(Int?, Int?)] {
            #expect(log.isRead(Post(id: 8, title: "", boardID: board), in: other))
            #expect(log.isNew(Post(id: 9, title: "", boardID: board), in: other))
        }
        for (board, other) in [(8, 1), (nil, 8), (nil, nil)] as [(Int?, Int?)] {
            #expect(!log.isRead(Post(id: 8, title: "", boardID: board), in: other))
            #expect(!log.isNew(Post(id: 9, title: "", boardID: board), in: other))
        }
    }

    @Test("Stores at most 300 single posts per board and 60 boards") func most() {
        var log = PostReadLog()
        for post in 1...300 { log.markRead(post * 2, in: 1) }
        #expect(log[1].readUpTo == nil)
        #expect(log[1].read.count == 300)
        #expect(!log.isRead(1, in: 1))
        log.markRead(602, in: 1)
        #expect(log[1].readUpTo == 2)
        #expect(log[1].read.count == 300)
        #expect(log[1].read.min() == 4)
        #expect(log.isRead(1, in: 1))
        var two = PostReadLog()
        two[1] = PostReadLog.Entry(list: 1, readUpTo: 9, read: (1...303).map { $0 * 2 })
        #expect(two[1].readUpTo == 9)
        #expect(two[1].read == (5...303).map { $0 * 2 })
        for board in 2...60 { log.markRead(1, in: board) }
        #expect(log.entries.map(\.list) == Array(1...60))
        log.markRead(1, in: 61)
        #expect(log.entries.map(\.list) == Array(2...61))
        #expect(log[1].read.isEmpty)
        #expect(log[2].read == [1])
    }

    @Test("Writes the documented file format") func stored() throws {
        var log = PostReadLog()
        log[8] = PostReadLog.Entry(list: 8, readUpTo: 3, lastTime: 4, newest: 5, read: [9, 7])
        let data = try StoredJSON.data(of: StoredPostReading(generation: "e", log))
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"boards":[{"board":8,"lastTime":4,"newest":5,"read":[7,9],"readUpTo":3}],"format":1,"generation":"e"}"#
        )
        let again = try #require(try StoredPostReading(data))
        #expect(again.generation == "e")
        #expect(again.log == log)
        #expect(StoredPostReading().log.isEmpty)
        #expect(StoredPostReading().generation != StoredPostReading().generation)
        let file = { (format: Int) in Data(#"{"boards":[],"generation":"e","format":\#(format)}"#.utf8) }
        for format in [0, 1] { #expect(try StoredPostReading(file(format))?.generation == "e") }
        let error = #expect(throws: NoticeBoardError.self) { try StoredPostReading(file(2)) }
        #expect(error?.code == .storeTooNew)
        #expect(try StoredPostReading(Data("{}".utf8))?.generation == nil)
    }
}
