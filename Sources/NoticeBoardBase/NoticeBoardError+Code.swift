extension NoticeBoardError {
    /// What went wrong.
    ///
    /// The set is open: a later version may add to it.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's name, stable between versions.
        public let rawValue: String

        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

extension NoticeBoardError.Code {
    /// A value that the caller gave cannot be used: a blank keyword, a limit of 0, a base URL without a host.
    public static let invalidInput = Self(rawValue: "invalidInput")
    /// Plain http to a host that is not this machine and that the configuration does not allow.
    public static let insecure = Self(rawValue: "insecure")
    /// No connection: the host has no address, refuses, or there is no network.
    public static let unreachable = Self(rawValue: "unreachable")
    /// The connection ended before the answer did.
    public static let connectionLost = Self(rawValue: "connectionLost")
    /// No answer in time.
    public static let timedOut = Self(rawValue: "timedOut")
    /// The server's certificate cannot be trusted.
    public static let untrustedServer = Self(rawValue: "untrustedServer")
    /// The server does not accept who is asking.
    public static let unauthorized = Self(rawValue: "unauthorized")
    /// Nobody is signed in any more, or the session ended while the call was on its way.
    public static let sessionOver = Self(rawValue: "sessionOver")
    /// The server knows who is asking and refuses.
    public static let forbidden = Self(rawValue: "forbidden")
    /// There is no such thing, or no longer.
    public static let notFound = Self(rawValue: "notFound")
    /// Too many calls in too short a time.
    public static let tooManyRequests = Self(rawValue: "tooManyRequests")
    /// The server failed.
    public static let serverFailure = Self(rawValue: "serverFailure")
    /// The server answered with a status that the call does not accept and that no other code names.
    public static let unexpectedStatus = Self(rawValue: "unexpectedStatus")
    /// A redirect that is not followed: too many, to another kind of address, or from https to http.
    public static let redirectRefused = Self(rawValue: "redirectRefused")
    /// The answer is larger than the limit.
    public static let responseTooLarge = Self(rawValue: "responseTooLarge")
    /// A file could not be read or written: the body of a request, or what an answer was to be kept in.
    public static let fileUnavailable = Self(rawValue: "fileUnavailable")
    /// The answer cannot be read as what was asked for.
    public static let unreadableResponse = Self(rawValue: "unreadableResponse")
    /// The service goes round in a circle: it hands out a position, or a page, that it handed out before.
    public static let endlessList = Self(rawValue: "endlessList")
    /// The place to read on from is no longer in the list: none of the items before it is.
    public static let placeLost = Self(rawValue: "placeLost")
    /// A search was asked for and no board is chosen to search on.
    public static let noBoardSelected = Self(rawValue: "noBoardSelected")
    /// Code of the app's own failed, and threw an error that is not of the SDK.
    public static let foreign = Self(rawValue: "foreign")

    /// Another process holds the store, and did not let go of it in time.
    public static let storeBusy = Self(rawValue: "storeBusy")
    /// There is no room left to write what should be stored.
    public static let storageFull = Self(rawValue: "storageFull")
    /// The store can be read and not changed: its place is read-only, or the system protects it now.
    public static let storeReadOnly = Self(rawValue: "storeReadOnly")
    /// The store is damaged, and its bytes could not be kept aside, so nothing in it is changed.
    public static let storeDamaged = Self(rawValue: "storeDamaged")
    /// The store was written by a newer version of the program, and is left as it is.
    public static let storeTooNew = Self(rawValue: "storeTooNew")

    /// What to do about it when nothing more is known.
    var usualRemedy: Remedy {
        switch self {
        case .unreachable, .connectionLost, .timedOut, .tooManyRequests, .serverFailure, .foreign: .retry(after: nil)
        case .unauthorized, .sessionOver: .signInAgain
        case .invalidInput: .fixInput("input")
        case .unreadableResponse: .updateApp
        case .insecure, .untrustedServer, .forbidden, .redirectRefused, .responseTooLarge, .unexpectedStatus, .endlessList:
            .contactAdministrator
        case .storeBusy, .storeReadOnly: .retry(after: nil)
        case .storeTooNew: .updateApp
        default: .none
        }
    }
}
