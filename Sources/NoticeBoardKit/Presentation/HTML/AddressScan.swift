/// Whether a word of a text looks like an address; each byte is looked at once.
struct AddressScan {
    private var position = 0
    private var isAddress = false

    mutating func isAddress(_ bytes: ByteView, at place: Int) -> Bool {
        var index = max(position, place - 4_096)
        while index < place {
            let byte = bytes[index]
            if byte.isSpace || "<>\"'".utf8.contains(byte) {
                isAddress = false
            } else if byte == UInt8(ascii: "=") || bytes.has("://", at: index) || bytes.has("www.", at: index) {
                isAddress = true
            }
            index += 1
        }
        position = place
        return isAddress
    }
}
