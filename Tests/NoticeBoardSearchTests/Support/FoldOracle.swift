import Foundation
import NoticeBoardSearch

/// The definition of folding, over the official tables.
final class FoldOracle {
    var options: Highlighter.Options {
        didSet { asks = Asks(options) }
    }
    /// The options, asked once and not for every scalar.
    private struct Asks {
        let ignoresCase, ignoresMarks, ignoresWidth, ignoresPresentation, isTurkic: Bool

        init(_ options: Highlighter.Options) {
            ignoresCase = !options.contains(.caseSensitive)
            ignoresMarks = options.contains(.diacriticInsensitive)
            ignoresWidth = options.contains(.widthInsensitive)
            ignoresPresentation = options.contains(.emojiPresentationInsensitive)
            isTurkic = ignoresCase && options.contains(.turkic)
        }
    }
    private var asks: Asks
    /// What was folded already, by the options: the same pieces come again and again.
    ///
    /// Strings that are canonically equal fold alike by definition.
    private var known: [Int: [String: [Unicode.Scalar]]] = [:]
    private let caseFolding: [Unicode.Scalar: [Unicode.Scalar]]
    private let widths: [Unicode.Scalar: [Unicode.Scalar]]

    init(_ options: Highlighter.Options) throws {
        (self.options, asks) = (options, Asks(options))
        caseFolding = try UnicodeData.map("CaseFolding")
        widths = try UnicodeData.map("WidthForms")
    }

    func fold(_ text: String) -> [Unicode.Scalar] {
        // Longer ones hardly ever come again.
        if text.utf8.count > 24 { return foldAnew(text) }
        if let folded = known[options.rawValue]?[text] { return folded }
        let folded = foldAnew(text)
        known[options.rawValue, default: [:]][text] = folded
        return folded
    }

    private func foldAnew(_ text: String) -> [Unicode.Scalar] {
        var scalars = Array(text.unicodeScalars)
        if asks.ignoresWidth { scalars = scalars.flatMap { widths[$0] ?? [$0] } }
        scalars = nfd(scalars)
        if asks.isTurkic { scalars = turkic(scalars) }
        if asks.ignoresMarks { scalars.removeAll { [.nonspacingMark, .enclosingMark].contains($0.properties.generalCategory) } }
        if asks.ignoresPresentation { scalars.removeAll { $0 == "\u{FE0E}" || $0 == "\u{FE0F}" } }
        if asks.ignoresCase { scalars = scalars.flatMap { caseFolding[$0] ?? [$0] } }
        return nfd(scalars)
    }

    private func nfd(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        Array(string(scalars).decomposedStringWithCanonicalMapping.unicodeScalars)
    }

    func string(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// I with a dot above that belongs to it is i, any other I is ı.
    private func turkic(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        var index = 0
        var dotted: Set<Int> = []
        while index < scalars.count {
            defer { index += 1 }
            if dotted.contains(index) { continue }
            guard scalars[index] == "I" else {
                result.append(scalars[index])
                continue
            }
            let dot = scalars[(index + 1)...].firstIndex { scalar in
                let combining = scalar.properties.canonicalCombiningClass.rawValue
                return scalar == "\u{307}" || combining == 0 || combining == 230
            }
            if let dot, scalars[dot] == "\u{307}" {
                dotted.insert(dot)
                result.append("i")
            } else {
                result.append("ı")
            }
        }
        return result
    }
}
