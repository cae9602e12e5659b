extension String {
    func utf16Offsets(of range: Range<Index>) -> Range<Int> {
        range.lowerBound.utf16Offset(in: self)..<range.upperBound.utf16Offset(in: self)
    }

    func utf8Offsets(of range: Range<Index>) -> Range<Int> {
        utf8.distance(from: startIndex, to: range.lowerBound)..<utf8.distance(from: startIndex, to: range.upperBound)
    }
}
