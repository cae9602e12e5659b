/// Where the first few matches begin, kept aside until it is known how many there are.
///
/// A list that is made whole takes less time than one that grows, and most texts have few matches.
struct FirstStarts {
    static let room = 4
    private(set) var count = 0
    // The last one first: adding moves all of them on, which takes no decision.
    private var starts = (0, 0, 0, 0)

    @inline(__always) init() {}

    /// Adds the start of a match; there is room for four.
    @inline(__always) mutating func append(_ start: Int) {
        starts = (start, starts.0, starts.1, starts.2)
        count &+= 1
    }

    /// Views of the matches, which are `length` bytes long.
    @inline(__always) func views<Converter: HitConverter>(
        _ converter: inout Converter, ofLength length: Int, in text: String, _ bytes: ByteView
    ) -> [Converter.Output] {
        func view(_ start: Int) -> Converter.Output {
            converter.convert(Hit(range: start..<start &+ length, term: 0), in: text, bytes)
        }
        switch count {
        case 0: return []
        case 1: return [view(starts.0)]
        case 2: return [view(starts.1), view(starts.0)]
        case 3: return [view(starts.2), view(starts.1), view(starts.0)]
        default:
            var views: [Converter.Output] = []
            // What a title can be expected to have, so that it is allocated once.
            views.reserveCapacity(max(16, min(bytes.count, 1024) / 4))
            views.append(view(starts.3))
            views.append(view(starts.2))
            views.append(view(starts.1))
            views.append(view(starts.0))
            return views
        }
    }
}
