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

    private var isOfReading: Bool { call == .read || call == .status || call == .statusOfPath }
}
