import Foundation

extension NoticeBoardError {
    /// Creates the error for a failed call of a file that holds `what`, such as "the search history".
    ///
    /// Its path stays out, since it may name a person.
    package init(_ error: any Error, of what: String) {
        switch error {
        case let error as NoticeBoardError: self = error
        case let fault as SystemFault: self.init(fault, of: what, "")
        case LineFileError.outcomeUnknown(let fault): self.init(fault, of: what, " Whether the change was made is unknown.")
        case LineFileError.busy: self.init(.storeBusy, "Another process holds \(what).")
        case LineFileError.tooNew(let version): self.init(.storeTooNew, "\(what): version \(version).")
        case LineFileError.notAFile(let kind): self.init(.fileUnavailable, "In the place of \(what) is \(kind.rawValue).")
        default: self.init(.external, "\(what) failed.", underlying: NoticeBoardError.withoutAddress(error))
        }
    }

    private init(_ fault: SystemFault, of what: String, _ outcome: String) {
        let detail = "\(what): \(fault.call.rawValue) failed (error \(fault.code)).\(outcome)"
        self.init(fault.storeErrorCode, detail, underlying: POSIXErrorCode(rawValue: fault.code).map { POSIXError($0) })
    }
}
