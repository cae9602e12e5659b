import Foundation

extension String {
    /// The NFC form: what a server searches by, and what a stored keyword is compared by.
    package var composed: String {
        // Below U+0300 and among the Hangul syllables everything is composed already, and nothing there composes with its
        // neighbour: most keywords need no work.
        if unicodeScalars.allSatisfy({ $0.value < 0x300 || 0xAC00...0xD7A3 ~= $0.value }) { return self }
        // Foundation on Linux leaves a syllable and a final consonant after it apart (U+AC00 U+11A8), unless taken apart first.
        return decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
    }
}
