/// How much is kept of pictures, and for how long.
public struct LinkPictureLimits: Sendable, Hashable {
    /// How many bytes in memory.
    public var memoryBytes: Int
    /// How many bytes on the disk.
    public var diskBytes: Int
    /// How many seconds a picture is kept that nobody asks for.
    public var age: Double

    /// Limits; 32 MiB in memory, 256 MiB on the disk and 30 days where nothing else is said.
    public init(memoryBytes: Int = 32 << 20, diskBytes: Int = 256 << 20, age: Double = 30 * 86_400) {
        self.memoryBytes = memoryBytes
        self.diskBytes = diskBytes
        self.age = age
    }
}
