/// All that a text must be searched for before bytes can be compared, found in one pass over it.
final class TriggerSet: Sendable {
    let isEmpty: Bool
    /// The scalars, in no order.
    private let scalars: [ClosedRange<UInt32>]
    private let one: RowScan<BytesInARow>
    private let two: RowScan<Either<BytesInARow, BytesInARow>>
    private let four: RowScan<Either<Either<BytesInARow, BytesInARow>, Either<BytesInARow, BytesInARow>>>
    /// How many tests there are; above four, `rest` has what is left.
    private let count: Int
    private let rest: [RowScan<BytesInARow>]

    init(_ triggers: [Trigger]) {
        isEmpty = triggers.isEmpty
        scalars = triggers.map(\.scalars)
        var tests: [BytesInARow] = []
        for trigger in triggers where !tests.contains(trigger.bytes) { tests.append(trigger.bytes) }
        count = tests.count
        rest = tests.dropFirst(4).map(RowScan.init)
        // A byte that no text has, for the places that are not needed.
        let absent = BytesInARow(0xFF, 0xFF, mask: 0xFF)
        func test(_ index: Int) -> BytesInARow { index < tests.count ? tests[index] : absent }
        let pair = Either(left: test(0), right: test(1))
        one = RowScan(test(0))
        two = RowScan(pair)
        four = RowScan(Either(left: pair, right: Either(left: test(2), right: test(3))))
    }

    /// Whether a text holds a trigger.
    @inline(__always) func occurs(in bytes: ByteView) -> Bool {
        let mayOccur =
            switch count {
            case 0: false
            case 1: one.mayPass(anywhereIn: bytes)
            case 2: two.mayPass(anywhereIn: bytes)
            default: true
            }
        return mayOccur && first(from: 0, before: bytes.count, bytes) != nil
    }

    /// The first trigger that lies from `start` to before `end`.
    @inline(never) func first(from start: Int, before end: Int, _ bytes: ByteView) -> Int? {
        switch count {
        case 0: return nil
        case 1: return first(one, from: start, before: end, bytes)
        case 2: return first(two, from: start, before: end, bytes)
        default:
            var first = first(four, from: start, before: end, bytes)
            for test in rest { first = self.first(test, from: start, before: first ?? end, bytes) ?? first }
            return first
        }
    }

    @inline(__always) private func first<Test: RowTest>(
        _ scan: RowScan<Test>, from start: Int, before end: Int, _ bytes: ByteView
    ) -> Int? {
        var cursor = BlockCursor(from: start)
        while let position = cursor.next(scan, bytes, before: end) {
            if isPresent(bytes, at: position) { return position }
        }
        return nil
    }

    /// Whether the scalar that was found by two of its bytes at `position` really is one.
    private func isPresent(_ bytes: ByteView, at position: Int) -> Bool {
        let value = bytes.scalar(at: bytes.startOfScalar(at: position)).value
        return scalars.contains { $0.contains(value) }
    }
}
