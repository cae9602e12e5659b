import Foundation

extension Data {
    /// Whether the bytes may be a picture, of any format: not empty, no JSON, and no markup but SVG.
    var mayBePicture: Bool {
        let start = prefix(1_024).drop { [0xEF, 0xBB, 0xBF, 0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
        guard let first = start.first else { return false }
        if first == UInt8(ascii: "<") {
            return start.range(of: Data("<svg".utf8)) != nil && start.range(of: Data("<html".utf8)) == nil
        }
        return !"{[".utf8.contains(first)
    }

    /// Whether a picture is complete, as far as its format is known.
    var isWholePicture: Bool {
        if let kind = PictureKind(of: self) { return (try? kind.cleaned(self).isWhole) ?? false }
        let bytes = FileBytes(self)
        guard bytes.has("RIFF".utf8, at: 0), let length = bytes.number(4, bytes: 4, isLittle: true) else { return true }
        return length <= count - 8
    }
}
