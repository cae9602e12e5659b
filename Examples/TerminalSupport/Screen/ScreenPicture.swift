/// Screens of a terminal as one SVG that shows them in turn.
///
/// A reader who prefers no motion, and a viewer without animation, sees one of them.
package struct ScreenPicture {
    /// One screen, with a sentence below it.
    package struct Frame {
        package let caption: String
        package let lines: [StyledLine]

        package init(_ caption: String, _ lines: [StyledLine]) {
            self.caption = caption
            self.lines = lines
        }
    }

    /// What a screen reader says instead of the picture.
    package var title: String
    package var frames: [Frame]
    package var size: WindowSize
    /// The index of the frame that stays where nothing moves.
    package var still = 0
    /// How long each frame is shown.
    package var seconds = 4

    package init(title: String, frames: [Frame], size: WindowSize) {
        self.title = title
        self.frames = frames
        self.size = size
    }

    private static let cell = 8.4
    private static let line = 18
    private static let edge = 16
    private static let captionHeight = 30
    private static let ink = "#d8dee9"
    private static let faint = "#7b8494"
    private static let paper = "#1d2129"
    private static let fonts =
        "ui-monospace, 'SF Mono', Menlo, 'DejaVu Sans Mono', 'Noto Sans Mono CJK KR', monospace"

    /// The picture, a line for each piece of text.
    package var svg: String {
        let width = Int((Double(size.columns) * Self.cell).rounded()) + 2 * Self.edge
        let height = size.rows * Self.line + 2 * Self.edge
        var parts = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height + Self.captionHeight)" font-size="14" "#
                + #"font-family="\#(Self.fonts)" xml:space="preserve">"#,
            "<title>\(Self.escaped(title))</title>",
            "<style>\(style)</style>",
            #"<rect x="0" y="0" width="\#(width)" height="\#(height)" rx="8" fill="\#(Self.paper)"/>"#,
        ]
        for (number, frame) in frames.enumerated() {
            parts.append(#"<g class="screen screen\#(number)">"#)
            for (row, line) in frame.lines.prefix(size.rows).enumerated() { parts += Self.drawing(of: line, row: row) }
            parts.append(
                #"<text x="\#(width / 2)" y="\#(height + 20)" text-anchor="middle" fill="\#(Self.faint)">"#
                    + "\(Self.escaped(frame.caption))</text></g>")
        }
        return parts.joined(separator: "\n") + "\n</svg>\n"
    }

    /// All frames run from the start, each in another part of its cycle.
    private var style: String {
        let whole = seconds * frames.count
        let share = Self.number(100 / Double(max(frames.count, 1)))
        var rules = [
            ".screen{visibility:hidden;animation:shown \(whole)s step-end infinite}",
            ".screen\(still){visibility:visible}",
            "@keyframes shown{0%{visibility:visible}\(share)%,100%{visibility:hidden}}",
        ]
        rules += frames.indices.dropFirst().map { ".screen\($0){animation-delay:\($0 * seconds - whole)s}" }
        rules.append("@media (prefers-reduced-motion:reduce){.screen{animation:none}}")
        return rules.joined()
    }

    private static func drawing(of line: StyledLine, row: Int) -> [String] {
        let y = edge + 13 + row * Self.line
        var parts: [String] = []
        var column = 0
        for piece in line.pieces {
            var color = piece.style.color?.hex ?? (piece.style.isFaint ? faint : ink)
            if piece.style.isReversed {
                let width = number(Double(piece.columns) * cell)
                parts.append(
                    #"<rect x="\#(x(column))" y="\#(y - 13)" width="\#(width)" height="\#(Self.line)" fill="\#(color)"/>"#)
                color = paper
            }
            if piece.text.contains(where: { $0 != " " }) { parts.append(text(piece, column: column, y: y, color: color)) }
            column += piece.columns
        }
        return parts
    }

    /// Each scalar has its own place, so that another font's widths change nothing.
    private static func text(_ piece: StyledLine.Piece, column: Int, y: Int, color: String) -> String {
        // Viewers drop spaces at the ends of a text.
        let before = piece.text.prefix { $0 == " " }.count
        let shown = piece.text.drop { $0 == " " }
        var places: [String] = []
        var place = column + before
        for character in shown {
            places += character.unicodeScalars.map { _ in x(place) }
            place += character.columns
        }
        let bold = piece.style.isBold ? #" font-weight="bold""# : ""
        let underline = piece.style.isUnderlined ? #" text-decoration="underline""# : ""
        return #"<text x="\#(places.joined(separator: " "))" y="\#(y)" fill="\#(color)"\#(bold)\#(underline)>"#
            + "\(escaped(String(shown)))</text>"
    }

    private static func x(_ column: Int) -> String { number(Double(edge) + Double(column) * cell) }

    /// A number with at most one digit after the point.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension Color {
    /// The color as `#rrggbb`.
    fileprivate var hex: String {
        let digits = [red, green, blue].map { part in
            let text = String(part, radix: 16)
            return part < 16 ? "0" + text : text
        }
        return "#" + digits.joined()
    }
}
