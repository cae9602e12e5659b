import Foundation

/// Bars in groups, as an SVG that reads on light and dark pages.
struct BarChart {
    let file: String
    let title: String
    let unit: String
    let isLogarithmic: Bool
    private var series: [String] = []
    private var categories: [String] = []
    private var values: [String: [String: Double]] = [:]

    init(file: String, title: String, unit: String, isLogarithmic: Bool) {
        (self.file, self.title, self.unit, self.isLogarithmic) = (file, title, unit, isLogarithmic)
    }

    mutating func add(_ value: Double, _ series: String, _ category: String) {
        if !self.series.contains(series) { self.series.append(series) }
        if !categories.contains(category) { categories.append(category) }
        values[category, default: [:]][series] = value
    }

    private static let colors = ["#2f6fde", "#8a8f98", "#e08a2e", "#3c9d5b"]

    var svg: String {
        let (left, right, rowHeight, gap) = (170.0, 110.0, 14.0, 12.0)
        let width = 720.0
        let groupHeight = Double(series.count) * rowHeight + gap
        let top = 34 + Double(series.count) * 16
        let height = top + Double(categories.count) * groupHeight + 10
        let all = values.values.flatMap(\.values).filter { $0 > 0 }
        let (least, most) = (all.min() ?? 1, all.max() ?? 1)
        func length(_ value: Double) -> Double {
            guard value > 0 else { return 0 }
            let share = isLogarithmic ? (log10(value) - log10(least) + 0.3) / (log10(most) - log10(least) + 0.3) : value / most
            return share * (width - left - right)
        }
        var out = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" font-family="sans-serif" font-size="11">
            <rect width="100%" height="100%" fill="#ffffff"/>
            <text x="10" y="20" font-size="14" font-weight="bold">\(escaped(title))</text>

            """
        for (index, name) in series.enumerated() {
            let y = 30 + Double(index) * 16
            out += "<rect x=\"10\" y=\"\(y)\" width=\"10\" height=\"10\" fill=\"\(Self.colors[index % 4])\"/>"
            out += "<text x=\"26\" y=\"\(y + 9)\">\(escaped(name))</text>\n"
        }
        for (row, category) in categories.enumerated() {
            let y = top + Double(row) * groupHeight
            let middle = y + Double(series.count) * rowHeight / 2 + 4
            out += "<text x=\"\(left - 8)\" y=\"\(middle)\" text-anchor=\"end\">\(escaped(category))</text>\n"
            for (index, name) in series.enumerated() {
                guard let value = values[category]?[name] else { continue }
                let place = y + Double(index) * rowHeight
                let bar = String(format: "%.1f", length(value))
                out += "<rect x=\"\(left)\" y=\"\(place)\" width=\"\(bar)\" height=\"11\" fill=\"\(Self.colors[index % 4])\"/>"
                let end = String(format: "%.1f", left + length(value) + 5)
                out += "<text x=\"\(end)\" y=\"\(place + 9)\">\(number(value)) \(escaped(unit))</text>\n"
            }
        }
        return out + "</svg>\n"
    }

    private func number(_ value: Double) -> String { String(format: value < 100 ? "%.1f" : "%.0f", value) }

    private func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }
}
