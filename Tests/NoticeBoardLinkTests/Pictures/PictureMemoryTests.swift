import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@Suite("The pictures in memory", .inTurn, .trialLimit(minutes: 1)) struct PictureMemoryTests {
    /// A model of the cache: an array with the most recently used picture last.
    private struct Model {
        let limit: Int
        var row: [(path: String, data: Data)] = []

        mutating func picture(_ path: String) -> Data? {
            guard let place = row.firstIndex(where: { $0.path == path }) else { return nil }
            let found = row.remove(at: place)
            row.append(found)
            return found.data
        }

        mutating func keep(_ data: Data, _ path: String) {
            row.removeAll { $0.path == path }
            guard data.count <= limit / 2 else { return }
            row.append((path, data))
            while row.reduce(0, { $0 + $1.data.count }) > limit { row.removeFirst() }
        }
    }

    @Test("Matches a model with least-recently-used eviction") func random() {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(200) {
            var model = Model(limit: 10)
            var memory = PictureMemory(limit: 10)
            for step in 0..<100 {
                let path = "\(Int.random(in: 0..<6, using: &random))"
                if Bool.random(using: &random) {
                    let data = Data(repeating: UInt8(step), count: .random(in: 0...6, using: &random))
                    memory.keep(data, path)
                    model.keep(data, path)
                } else {
                    #expect(memory.picture(path) == model.picture(path), "\(trials)")
                }
                let bytes = model.row.reduce(0) { $0 + $1.data.count }
                #expect(memory.bytes == bytes, "\(trials)")
                #expect(memory.count == model.row.count, "\(trials)")
            }
        }
    }

    @Test("Releases evicted pictures") func letGo() {
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
        var memory = PictureMemory(limit: 3_000)
        for number in 1...4 { memory.keep(picture(number), "\(number)") }
        #expect(gone.withLock { $0 } == [1])
        #expect(memory.picture("4")?.count == 1_000)
    }
}
