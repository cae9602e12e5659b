/// Something that happened to a history's file and that an app may want to report.
///
/// It holds no keyword.
public struct SearchHistoryEvent: Sendable, Hashable {
    /// What happened.
    public let kind: Kind
    /// How many bytes of the file could not be read.
    public let lostBytes: Int
    /// How many entries there are afterwards.
    public let entries: Int

    /// The kinds of events; a later version may add to them.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The name, stable between versions.
        public let rawValue: String
        /// Creates a kind by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Lines could not be read.
        ///
        /// The next change keeps them aside; everything readable stays.
        public static let salvaged = Kind(rawValue: "salvaged")
        /// The file was removed while the history was open: it is empty.
        public static let removed = Kind(rawValue: "removed")
    }
}
