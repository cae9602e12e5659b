/// A keyword that a person is still typing, ready to be looked for.
final class TypingPattern: Sendable {
    let elements: [TypedElement]
    /// How a match is spotted.
    let look: Look

    /// The fast first look that a keyword allows.
    enum Look: Sendable {
        /// By the leads of its first one or two characters.
        case leads(TypingTest)
        /// By the bytes of what stands before the first open element.
        case bytes(BytePair)
        /// By trying every character.
        case none
    }

    /// A pattern for a keyword in folded and composed form.
    ///
    /// `isPlain`: other spellings than this one occur only with triggers.
    init(_ composed: [UInt32], isPlain: Bool, ignoresCase: Bool) {
        elements = TypedElement.elements(of: composed)
        look = isPlain ? Self.look(for: composed, elements, ignoresCase) : .none
    }

    private static func look(for composed: [UInt32], _ elements: [TypedElement], _ ignoresCase: Bool) -> Look {
        let alternatives = zip(composed, elements).map { scalar, element in
            element.isOpen ? element.single.ranges + element.first.ranges : [scalar...scalar]
        }
        if let first = alternatives.first.flatMap(TypingTest.Unit.init), let element = elements.first {
            let second = element.first.count == 0 ? alternatives.dropFirst().first.flatMap(TypingTest.Unit.init) : nil
            return .leads(TypingTest(first, second))
        }
        let closed = zip(composed, elements).prefix { !$0.1.isOpen }.compactMap { Unicode.Scalar($0.0) }
        if closed.isEmpty { return .none }
        var prefix = String.UnicodeScalarView()
        prefix.append(contentsOf: closed)
        return .bytes(BytePattern(Array(String(prefix).utf8), ignoresCase: ignoresCase).pair)
    }
}
