import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@Suite("The pictures in memory", .inTurn, .trialLimit(minutes: 1)) struct PictureMemoryTests {
    /// A model of the cache: an array with the most recently used picture last.
    private struct Model {
        let limit: Int
        let age: Double
        var row: [(path: String, data: Data, since: Double)] = []

        mutating func picture(_ path: String, now: Double) -> Data? {
            guard let place = row.firstIndex(where: { $0.path == path }) else { return nil }
            let found = row.remove(at: place)
            guard now - found.since <= age else { return nil }
            row.append(found)
            return found.data
        }

        mutating func keep(_ data: Data, _ path: String, now: Double) {
            row.removeAll { $0.path == path }
            guard data.count <= limit / 2 else { return }
            row.append((path, data, now))
            while row.reduce(0, { $0 + $1.data.count }) > limit { row.removeFirst() }
        }
    }

    @Test("Matches a model with least-recently-used eviction and a maximum age") func random() {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(200) {
            var model = Model(limit: 10, age: 20)
            var memory = PictureMemory(limit: 10, age: 20)
            var now = 0.0
            for step in 0..<100 {
                let path = "\(Int.random(in: 0..<6, using: &random))"
                if Bool.random(using: &random) {
                    let data = Data(repeating: UInt8(step), count: .random(in: 0...6, using: &random))
                    memory.keep(data, path, now: now)
                    model.keep(data, path, now: now)
                } else {
                    #expect(memory.picture(path, now: now) == model.picture(path, now: now), "\(trials)")
                }
                let bytes = model.row.reduce(0) { $0 + $1.data.count }
                #expect(memory.bytes == bytes && memory.count == model.row.count, "\(trials)")
                now += Double(Int.random(in: 0...3, using: &random))
            }
        }
    }

    @Test("Releases evicted and expired pictures") func letGo() {
        let gone = Locked<[Int]>([])
        func picture(_ number: Int) -> Data {
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_000, alignment: 1)
            unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
            guard let start = bytes.baseAddress else { return Data() }
            return unsafe Data(
                bytesNoCopy: start, count: 1_000,
                deallocator: .custom { memory, _ in
                    unsafe memory.deallocate()
                    gone.withLock { $0.append(number) }
                })
        }
        var memory = PictureMemory(limit: 3_000, age: 20)
        for number in 1...4 { memory.keep(picture(number), "\(number)", now: Double(number)) }
        #expect(gone.withLock { $0 } == [1])
        #expect(memory.picture("3", now: 24) == nil && memory.picture("4", now: 24)?.count == 1_000)
        #expect(gone.withLock { $0 } == [1, 3])
    }
}
