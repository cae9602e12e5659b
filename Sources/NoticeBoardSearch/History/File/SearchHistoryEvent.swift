/// Something that happened to a store and that its app may want to report; it holds no keyword.
public struct SearchHistoryEvent: Sendable, Hashable {
    /// What happened.
    public let kind: Kind
    /// How many bytes of the file could not be read.
    public let lostBytes: Int
    /// How many entries there are after it.
    public let entries: Int

    /// What happened; a later version may add to it.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The name, stable between versions.
        public let rawValue: String
        /// A kind by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A write that a crash had cut off was cut away.
        public static let tailCut = Kind(rawValue: "tailCut")
        /// The file was damaged: it was copied aside, and everything readable was kept.
        public static let salvaged = Kind(rawValue: "salvaged")
        /// The file is damaged and could not be copied aside or mended: it is read and not changed until it can be.
        public static let openedReadOnly = Kind(rawValue: "openedReadOnly")
        /// The file was taken away while the store was open: the history is empty.
        public static let removed = Kind(rawValue: "removed")
        /// The rules that this opener named are others than those that were kept, and hold for all from now on.
        public static let rulesChanged = Kind(rawValue: "rulesChanged")
    }
}
