import Foundation
import NoticeBoardSearch

/// The definition of folding, over the official tables.
final class FoldOracle {
    var options: Highlighter.Options {
        didSet { known = [:] }
    }
    /// What was folded under these options already.
    ///
    /// Strings that are canonically equal fold alike by definition.
    private var known: [String: [Unicode.Scalar]] = [:]
    private let caseFolding: [Unicode.Scalar: [Unicode.Scalar]]
    private let widths: [Unicode.Scalar: [Unicode.Scalar]]

    init(_ options: Highlighter.Options) throws {
        self.options = options
        caseFolding = try UnicodeData.map("CaseFolding")
        widths = try UnicodeData.map("WidthForms")
    }

    func fold(_ text: String) -> [Unicode.Scalar] {
        if let folded = known[text] { return folded }
        let folded = foldAnew(text)
        known[text] = folded
        return folded
    }

    private func foldAnew(_ text: String) -> [Unicode.Scalar] {
        var scalars = Array(text.unicodeScalars)
        if options.contains(.widthInsensitive) { scalars = scalars.flatMap { widths[$0] ?? [$0] } }
        scalars = nfd(scalars)
        if options.isSuperset(of: [.turkic, .caseInsensitive]) { scalars = turkic(scalars) }
        scalars.removeAll { scalar in
            let category = scalar.properties.generalCategory
            let isMark = category == .nonspacingMark || category == .enclosingMark
            return (options.contains(.diacriticInsensitive) && isMark)
                || (options.contains(.emojiPresentationInsensitive) && ["\u{FE0E}", "\u{FE0F}"].contains(scalar))
        }
        if options.contains(.caseInsensitive) { scalars = scalars.flatMap { caseFolding[$0] ?? [$0] } }
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
