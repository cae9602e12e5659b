import Foundation

/// The color profile of a picture (ICC.1), without the screen, the program and the texts that it names.
enum ColorProfile {
    /// The largest profile that is kept; real ones have a few hundred kilobytes at most.
    static let longest = 4 << 20

    /// The tags that say how colors are converted.
    private static let colors = names([
        "rXYZ", "gXYZ", "bXYZ", "wtpt", "bkpt", "rTRC", "gTRC", "bTRC", "kTRC", "chad", "cicp", "gamt", "A2B0", "A2B1", "A2B2",
        "B2A0", "B2A1", "B2A2", "D2B0", "D2B1", "D2B2", "D2B3", "B2D0", "B2D1", "B2D2", "B2D3",
    ])
    /// The tags that a profile must have: they stay without their texts.
    private static let texts = names(["desc", "cprt"])

    private static func names(_ names: [String]) -> Set<Data> { Set(names.map { Data($0.utf8) }) }

    /// Returns a profile with its colors alone; `nil` if it is no profile.
    static func cleaned(_ profile: Data) -> Data? {
        let bytes = FileBytes(profile)
        guard bytes.has("acsp".utf8, at: 36), let size = bytes.number(0, bytes: 4), size <= min(bytes.count, longest),
            let count = bytes.number(128, bytes: 4), count <= 100, 132 + count * 12 <= size
        else { return nil }
        var result = Data(count: size)
        // Length, version, color spaces, signature, flags, intent: neither the device nor the program nor a fingerprint.
        for range in [0..<4, 8..<24, 36..<40, 44..<48, 56..<80] { result.replaceSubrange(range, with: bytes[range]) }
        // A valid date, the first of January 2000.
        result.replaceSubrange(24..<30, with: [0x07, 0xD0, 0, 1, 0, 1])
        var kept = 0
        for entry in stride(from: 132, to: 132 + count * 12, by: 12) {
            guard let start = bytes.number(entry + 4, bytes: 4), let length = bytes.number(entry + 8, bytes: 4),
                start >= 132 + count * 12,
                length >= 8, start <= size, length <= size - start
            else { return nil }
            let name = bytes[entry..<entry + 4]
            if colors.contains(name) {
                result.replaceSubrange(start..<start + length, with: bytes[start..<start + length])
            } else if texts.contains(name), length >= 16 {
                result.replaceSubrange(start..<start + 4, with: bytes[start..<start + 4])
                // An empty text has a terminator, an empty list of texts the size of its entries.
                if bytes.has("desc".utf8, at: start) { result[start + 11] = 1 }
                if bytes.has("mluc".utf8, at: start) { result[start + 15] = 12 }
            } else {
                continue
            }
            result.replaceSubrange(132 + kept * 12..<144 + kept * 12, with: bytes[entry..<entry + 12])
            kept += 1
        }
        result.replaceSubrange(128..<132, with: FileBytes.word(UInt32(kept)))
        return result
    }
}
