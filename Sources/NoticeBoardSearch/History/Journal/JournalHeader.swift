/// The first 16 bytes of a journal; all records can be read without it.
struct JournalHeader: Equatable {
    static let size = 16
    /// A file of a higher major version is not ours to read.
    static let major: UInt16 = 1
    private static let magic = Array("NBsh".utf8)

    /// What this library writes: below it entries are ordered by their dates, and no rules are kept.
    static let minor: UInt16 = 1

    var major = JournalHeader.major
    /// A higher minor version may hold records that we do not know, and keeps its number when we write.
    var minor = JournalHeader.minor

    var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.append(littleEndian: major)
        bytes.append(littleEndian: minor)
        bytes.append(littleEndian: UInt32(0))
        bytes.append(littleEndian: Self.checksum(bytes))
        return bytes
    }

    init(minor: UInt16 = JournalHeader.minor) { self.minor = minor }

    /// The header at the beginning of a file, or nil when it is damaged or not there.
    init?(_ file: [UInt8]) {
        guard file.count >= Self.size, file.starts(with: Self.magic) else { return nil }
        let (fields, checksum) = unsafe file.withUnsafeBytes { bytes in
            unsafe (
                (bytes.number(at: 4, as: UInt16.self), bytes.number(at: 6, as: UInt16.self)),
                bytes.number(at: 12, as: UInt32.self)
            )
        }
        guard Self.checksum(Array(file.prefix(12))) == checksum else { return nil }
        (major, minor) = fields
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc = CRC32C()
        unsafe bytes.withUnsafeBytes { unsafe crc.add($0) }
        return crc.value
    }
}
