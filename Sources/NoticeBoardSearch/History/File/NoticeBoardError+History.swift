import Foundation
import NoticeBoardBase

extension NoticeBoardError {
    /// The error of a history's file.
    ///
    /// Its path stays out, since it may name a person.
    init(history error: any Error) {
        switch error {
        case let error as NoticeBoardError: self = error
        case let fault as SystemFault: self.init(history: fault, "")
        case LineFileError.outcomeUnknown(let fault): self.init(history: fault, " Whether the change was made is unknown.")
        case LineFileError.busy: self.init(.storeBusy, "Another process holds the search history.")
        case LineFileError.tooNew(let version): self.init(.storeTooNew, "The search history has version \(version).")
        case LineFileError.notAFile(let kind):
            self.init(.fileUnavailable, "In the place of the search history is \(kind.rawValue).")
        default: self.init(.external, "The search history failed.", underlying: NoticeBoardError.withoutAddress(error))
        }
    }

    private init(history fault: SystemFault, _ outcome: String) {
        let detail = "The search history's file: \(fault.call.rawValue) failed (error \(fault.code)).\(outcome)"
        self.init(fault.meaning, detail, underlying: POSIXErrorCode(rawValue: fault.code).map { POSIXError($0) })
    }
}
