import Foundation
import NoticeBoardBase

extension NoticeBoardError {
    /// What a failed call means for whoever uses a store; the path stays out, since it may name a person.
    init(_ fault: SystemFault) {
        let detail = "The search history's file: \(fault.call.rawValue) failed (error \(fault.code))."
        self.init(fault.meaning, detail, underlying: POSIXErrorCode(rawValue: fault.code).map { POSIXError($0) })
    }
}

extension SystemFault {
    fileprivate var meaning: NoticeBoardError.Code {
        switch code {
        case ENOSPC, EDQUOT, EFBIG: .storageFull
        case EACCES, EPERM, EROFS: isOfReading ? .fileUnavailable : .storeReadOnly
        default: .fileUnavailable
        }
    }

    private var isOfReading: Bool { call == .read || call == .status || call == .statusOfPath }

    /// Whether there is no room, so that something smaller may still succeed.
    var isOfRoom: Bool { meaning == .storageFull }

    /// Whether this user, or this place, is not allowed to be written.
    var isOfPermission: Bool { code == EACCES || code == EPERM || code == EROFS }
}
