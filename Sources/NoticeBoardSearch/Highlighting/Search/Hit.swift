/// A match: where it is, in UTF-8, and of which term.
struct Hit: Equatable {
    var range: Range<Int>
    var term: Int
}
