import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@Suite("RecentValues", .inTurn, .trialLimit(minutes: 1)) struct RecentValuesTests {
    /// A model: an array with the most recently used value last.
    private struct Model {
        let limit: Int
        var row: [(key: Int, data: Data)] = []

        mutating func value(for key: Int) -> Data? {
            guard let place = row.firstIndex(where: { $0.key == key }) else { return nil }
            let found = row.remove(at: place)
            row.append(found)
            return found.data
        }

        mutating func store(_ data: Data, for key: Int) {
            row.removeAll { $0.key == key }
            guard data.count <= limit else { return }
            row.append((key, data))
            while row.reduce(0, { $0 + $1.data.count }) > limit { row.removeFirst() }
        }
    }

    @Test("Matches a model with least-recently-used eviction") func random() {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(200) {
            var model = Model(limit: 10)
            var values = RecentValues<Int, Data>(capacity: 10)
            for step in 0..<100 {
                let key = Int.random(in: 0..<6, using: &random)
                if Bool.random(using: &random) {
                    let data = Data(repeating: UInt8(step), count: .random(in: 0...11, using: &random))
                    values.store(data, size: data.count, for: key)
                    model.store(data, for: key)
                } else {
                    #expect(values.value(for: key) == model.value(for: key), "\(trials)")
                }
                let size = model.row.reduce(0) { $0 + $1.data.count }
                #expect(values.size == size, "\(trials)")
                #expect(values.count == model.row.count, "\(trials)")
            }
        }
    }

    @Test("Releases removed values") func released() {
        final class Value: Sendable {
            let number: Int
            let gone: Locked<[Int]>
            init(_ number: Int, _ gone: Locked<[Int]>) { (self.number, self.gone) = (number, gone) }
            deinit { gone.withLock { $0.append(number) } }
        }
        let gone = Locked<[Int]>([])
        var values = RecentValues<Int, Value>(capacity: 3)
        for number in 1...4 { values.store(Value(number, gone), size: 1, for: number) }
        #expect(gone.withLock { $0 } == [1])
        values.store(nil, size: 0, for: 2)
        #expect(gone.withLock { $0 } == [1, 2])
        #expect(values.value(for: 4)?.number == 4)
    }
}
