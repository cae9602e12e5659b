extension ByteView {
    /// The scalar that begins at `offset`, and how many bytes it has.
    @inline(__always) func scalar(at offset: Int) -> (value: UInt32, length: Int) {
        let lead = UInt32(self[offset])
        if lead < 0x80 { return (lead, 1) }
        let second = UInt32(self[offset &+ 1]) & 0x3F
        if lead < 0xE0 { return ((lead & 0x1F) << 6 | second, 2) }
        let third = UInt32(self[offset &+ 2]) & 0x3F
        if lead < 0xF0 { return ((lead & 0x0F) << 12 | second << 6 | third, 3) }
        return ((lead & 0x07) << 18 | second << 12 | third << 6 | UInt32(self[offset &+ 3]) & 0x3F, 4)
    }

    /// Where the scalar begins that ends before `offset`, which is not 0.
    @inline(__always) func startOfScalar(before offset: Int) -> Int {
        var start = offset &- 1
        while start > 0, self[start] & 0xC0 == 0x80 { start &-= 1 }
        return start
    }

    /// Where the scalar begins that holds the byte at `offset`.
    @inline(__always) func startOfScalar(at offset: Int) -> Int {
        offset >= count ? count : startOfScalar(before: offset &+ 1)
    }

    /// How many UTF-16 units the bytes from `start` to `end` make.
    func utf16Length(from start: Int, to end: Int) -> Int {
        var length = 0
        var offset = start
        while offset &+ 16 <= end {
            let bytes = block(at: offset)
            let followers = ((bytes & SIMD16(repeating: 0xC0)) .== SIMD16(repeating: 0x80)).words
            let pairs = ((bytes & SIMD16(repeating: 0xF0)) .== SIMD16(repeating: 0xF0)).words
            length &+= 16 &- (followers.x.nonzeroBitCount &+ followers.y.nonzeroBitCount) >> 3
            length &+= (pairs.x.nonzeroBitCount &+ pairs.y.nonzeroBitCount) >> 3
            offset &+= 16
        }
        while offset < end {
            let byte = self[offset]
            length &+= (byte & 0xC0 != 0x80 ? 1 : 0) &+ (byte >= 0xF0 ? 1 : 0)
            offset &+= 1
        }
        return length
    }
}
