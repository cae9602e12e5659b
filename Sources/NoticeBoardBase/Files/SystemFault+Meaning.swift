import Foundation

extension SystemFault {
    /// The error code for users of a store.
    package var meaning: NoticeBoardError.Code {
        switch code {
        case ENOSPC, EDQUOT, EFBIG: .storageFull
        case EACCES, EPERM, EROFS: isOfReading ? .fileUnavailable : .storeReadOnly
        default: .fileUnavailable
        }
    }

    /// Whether access was denied, to this user or at this location.
    package var isOfPermission: Bool { code == EACCES || code == EPERM || code == EROFS }

    private var isOfReading: Bool { call == .read || call == .status || call == .statusOfPath }
}
