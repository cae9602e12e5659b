/// When a screen has to look again, since the day is over on which its rows were made.
struct DayWatch {
    /// At most so long: a device that sleeps does not count, and some days have an hour more or less.
    private static var longest: Double { 3600 }

    /// The newest look; that of the rows may be one of the morning, which is equal to it.
    private var look: PostRowBuilder
    /// Whether somebody waits.
    private(set) var isWaiting = false

    init(_ look: PostRowBuilder) { self.look = look }

    /// Takes note of how it is looked now.
    mutating func see(_ look: PostRowBuilder) { self.look = look }

    /// How long to wait now, where nobody does and the look will not last.
    mutating func begin() -> Double? {
        guard !isWaiting, let left = look.secondsOfDayLeft else { return nil }
        isWaiting = true
        return min(left, Self.longest)
    }

    /// The wait is over, or given up.
    mutating func end() { isWaiting = false }
}
