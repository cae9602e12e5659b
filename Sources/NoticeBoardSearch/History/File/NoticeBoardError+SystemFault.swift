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
    /// Whether there is no room for a second file, or something else stands where it would be made.
    var isOfRoom: Bool {
        switch code {
        case EISDIR, EEXIST: true
        // What Apple's systems say of a directory that is to be removed as a file.
        case EPERM: call == .remove
        default: meaning == .storageFull
        }
    }
}
