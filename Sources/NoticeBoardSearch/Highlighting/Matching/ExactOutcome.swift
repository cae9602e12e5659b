/// What an exact search found in a part of a text.
enum ExactOutcome {
    case match(Range<Int>)
    /// No match begins before this position, where another search can start.
    case nothing(until: Int)
}
