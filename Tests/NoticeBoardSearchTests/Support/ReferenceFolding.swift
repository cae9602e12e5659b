import Foundation
import NoticeBoardSearch

/// The definition of folding, using the official Unicode tables.
final class ReferenceFolding {
    var options: Highlighter.Options {
        didSet { rules = Rules(options) }
    }
    /// The options as separate flags, computed once.
    private struct Rules {
        let ignoresCase, ignoresMarks, ignoresWidth: Bool

        init(_ options: Highlighter.Options) {
            ignoresCase = !options.contains(.caseSensitive)
            ignoresMarks = options.contains(.diacriticInsensitive)
            ignoresWidth = options.contains(.widthInsensitive)
        }
    }
    private var rules: Rules
    /// Cached folds of short texts, by options, because the same pieces occur often.
    ///
    /// Canonically equal strings have equal folds, so they may share an entry.
    private var known: [Int: [String: [Unicode.Scalar]]] = [:]
    private let caseFolding: [Unicode.Scalar: [Unicode.Scalar]]
    private let widths: [Unicode.Scalar: [Unicode.Scalar]]

    init(_ options: Highlighter.Options) throws {
        (self.options, rules) = (options, Rules(options))
        caseFolding = try UnicodeData.map("CaseFolding")
        widths = try UnicodeData.map("WidthForms")
    }

    func fold(_ text: String) -> [Unicode.Scalar] {
        if text.utf8.count > 24 { return foldAnew(text) }
        if let folded = known[options.rawValue]?[text] { return folded }
        let folded = foldAnew(text)
        known[options.rawValue, default: [:]][text] = folded
        return folded
    }

    private func foldAnew(_ text: String) -> [Unicode.Scalar] {
        var scalars = Array(text.unicodeScalars)
        if rules.ignoresWidth { scalars = scalars.flatMap { widths[$0] ?? [$0] } }
        scalars = nfd(scalars)
        if rules.ignoresMarks { scalars.removeAll { [.nonspacingMark, .enclosingMark].contains($0.properties.generalCategory) } }
        if rules.ignoresCase { scalars = scalars.flatMap { caseFolding[$0] ?? [$0] } }
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
}
