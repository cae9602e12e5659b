import Foundation

extension SystemFault {
    /// The error code for users of a store.
    package var meaning: NoticeBoardError.Code {
        if [ENOSPC, EDQUOT, EFBIG].contains(code) { return .storageFull }
        let isOfReading = [.read, .status, .statusOfPath].contains(call)
        return isOfPermission && !isOfReading ? .storeReadOnly : .fileUnavailable
    }

    /// Whether access was denied, to this user or at this location.
    package var isOfPermission: Bool { code == EACCES || code == EPERM || code == EROFS }
}
