import Foundation
import NoticeBoardBase

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NoticeBoardError {
    /// What URLSession's errors mean.
    ///
    /// Their `userInfo` holds the whole address, keyword included: the error is kept by its number alone. On Linux most
    /// failures of a connection come as `unknown` or as one of the odder numbers, whatever their cause was.
    init(transportFailure error: any Error) {
        guard let failure = error as? URLError else {
            self.init(.connectionLost, "The connection ended before the answer did.")
            return
        }
        let (code, detail): (Code, String) =
            switch failure.code {
            case .timedOut: (.timedOut, "Nothing was received in time.")
            case .cannotFindHost, .dnsLookupFailed: (.unreachable, "The host's name has no address.")
            case .cannotConnectToHost: (.unreachable, "The host refuses the connection.")
            case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed:
                (.unreachable, "There is no network.")
            case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
                .serverCertificateHasUnknownRoot,
                .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired:
                (.untrustedServer, "No trusted connection could be made.")
            case .badServerResponse, .cannotParseResponse: (.connectionLost, "What the server sent is no HTTP answer.")
            case .fileDoesNotExist, .noPermissionsToReadFile, .fileIsDirectory:
                (.fileUnavailable, "The body's file cannot be read.")
            default: Self.meaning(of: failure.localizedDescription)
            }
        self.init(code, detail, underlying: URLError(failure.code))
    }

    /// What libcurl says where FoundationNetworking has no number of its own for it.
    private static func meaning(of words: String) -> (Code, String) {
        if words.contains("SSL") { return (.untrustedServer, "No trusted connection could be made.") }
        // FoundationNetworking gives up on a header line without a space after its colon, and on a status without a reason.
        if words.hasPrefix("Failed writing header") {
            return (.unreadableResponse, "This system cannot read the answer's header.")
        }
        return (.connectionLost, "The connection ended before the answer did.")
    }
}
