import Foundation

extension SystemFault {
    /// What it means for whoever uses a store.
    package var meaning: NoticeBoardError.Code {
        switch code {
        case ENOSPC, EDQUOT, EFBIG: .storageFull
        case EACCES, EPERM, EROFS: isOfReading ? .fileUnavailable : .storeReadOnly
        default: .fileUnavailable
        }
    }

    /// Whether this user, or this place, is not allowed to be opened or written.
    package var isOfPermission: Bool { code == EACCES || code == EPERM || code == EROFS }

    private var isOfReading: Bool { call == .read || call == .status || call == .statusOfPath }
}
