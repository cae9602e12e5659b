/// Waits for the end of a day, after which rows look otherwise.
struct DayWatch {
    /// At most so long: a device that sleeps does not count, and some days have an hour more or less.
    private static var longest: Double { 3600 }

    /// Whether somebody waits.
    private(set) var isWaiting = false

    /// How long to wait now, where nobody does and `look` will not last.
    mutating func begin(_ look: PostLook) -> Double? {
        guard !isWaiting, let left = look.secondsOfDayLeft else { return nil }
        isWaiting = true
        return min(left, Self.longest)
    }

    /// The wait is over, or given up.
    mutating func end() { isWaiting = false }
}
