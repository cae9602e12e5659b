import NoticeBoardBase

/// What a save that returned has survived.
///
/// Deleting and clearing always wait until it is on the medium, whatever is chosen here.
public enum SearchHistoryDurability: String, Sendable, Hashable, CaseIterable {
    /// The death of the process. Costs no wait for the disk.
    case processCrash
    /// The death of the process and a crash of the system; on Linux a loss of power too. The default.
    case ordered
    /// A loss of power, on every system. On Apple's it is the slowest: the disk empties its own memory.
    case full

    /// How a save is brought to the disk.
    var saving: SyncDepth? {
        switch self {
        case .processCrash: nil
        case .ordered: .ordered
        case .full: .full
        }
    }

    /// How what replaces a file is brought to the disk.
    var rewriting: SyncDepth { saving ?? .ordered }
}
