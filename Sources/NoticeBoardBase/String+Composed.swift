import Foundation

extension String {
    /// The NFC form, for search requests and for comparing stored keywords.
    package var composed: String {
        // Scalars below U+0300 and Hangul syllables are composed already, and do not compose with each other: most keywords need
        // no work.
        if unicodeScalars.allSatisfy({ $0.value < 0x300 || 0xAC00...0xD7A3 ~= $0.value }) { return self }
        // Foundation on Linux does not join a syllable and a following final consonant (U+AC00 U+11A8) unless decomposed first.
        return decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
    }
}
