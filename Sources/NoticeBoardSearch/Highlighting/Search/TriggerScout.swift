/// Looks ahead in a text for triggers, a stretch at a time, so that a search which ends early has not read the whole text.
struct TriggerScout {
    /// The next trigger, when one was found in what was looked at.
    private(set) var trigger: Int?
    /// No trigger lies between the last one asked about and here, but for `trigger` itself.
    private(set) var scanned = 0
    private var stretch = 4096

    /// Looks at the next stretch of text, from `start` or where it left off.
    mutating func look(_ triggers: TriggerSet, from start: Int, _ bytes: ByteView) {
        if triggers.isEmpty {
            scanned = bytes.count
            return
        }
        if trigger != nil || start > scanned { stretch = 256 }
        let from = trigger == nil ? max(start, scanned) : start
        let end = bytes.count &- from <= stretch ? bytes.count : from &+ stretch
        // No longer than what the nearest memory holds, where the comparison of bytes then finds it.
        stretch = min(stretch &* 2, 1 << 14)
        trigger = triggers.first(from: from, before: end, bytes)
        scanned = end
    }
}
