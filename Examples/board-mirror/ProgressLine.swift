import NoticeBoardKit
import TerminalSupport

/// A bar, a count, a rate and the time left, as one line of text, as many of them as there is room for.
struct ProgressLine {

    /// How many posts were there before this run.
    let before: Int

    func text(_ progress: PageProgress, seconds: Double, columns: Int) -> String {
        let done = max(progress.loaded - before, 0)
        let rate = seconds > 0 ? Double(done) / seconds : 0
        var parts = ["\(progress.loaded)" + (progress.total.map { " of \($0)" } ?? "") + " posts"]
        if rate > 0 { parts.append("\(Int(rate.rounded()))/s") }
        if let total = progress.total, rate > 0, total > progress.loaded {
            parts.append(Self.clock(Double(total - progress.loaded) / rate) + " left")
        }
        // The count tells most, then the bar; what there is no room for is left out from the end.
        while parts.count > 1, parts.joined(separator: " · ").columns > columns { parts.removeLast() }
        let words = parts.joined(separator: " · ")
        return (progress.fraction.map { Self.bar($0, columns: min(columns - words.columns - 3, 24)) } ?? "") + words
    }

    private static func bar(_ fraction: Double, columns: Int) -> String {
        guard columns > 3 else { return "" }
        let filled = min(max(Int(fraction * Double(columns)), 0), columns)
        return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: columns - filled) + "] "
    }

    /// Minutes and seconds, rounded up, with hours where there are some.
    private static func clock(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 359_999).rounded(.up))
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        let padded = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(rest))" : "\(minutes):\(padded(rest))"
    }
}
