import Foundation
public import NoticeBoardBase

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NoticeBoardError.Code {
    /// The system could not send the call, for a reason that a retry does not solve.
    public static let transportFailed = Self(
        "transportFailed", korean: "이 기기에서 요청을 보낼 수 없습니다.", english: "This device could not send the request.",
        remedy: .contactAdministrator)
}

extension NoticeBoardError {
    /// Creates the error for a transport's failure, for adapters over other libraries.
    ///
    /// Errors of URLSession are mapped. Any other is `connectionLost`: the service may have got the call. Only the error's number is
    /// kept, since `userInfo` may hold the complete URL, keyword included. On Linux most connection failures are reported as
    /// `unknown` or with unusual codes.
    public init(transportFailure error: any Error) {
        let failure = error as NSError
        guard failure.domain == NSURLErrorDomain else {
            self.init(.connectionLost, "The transport failed.", underlying: Self.withoutAddress(error))
            return
        }
        let (code, detail) = Self.meaning(of: failure)
        self.init(code, detail, underlying: NSError(domain: failure.domain, code: failure.code))
    }

    private static func meaning(of failure: NSError) -> (Code, String) {
        // By number: FoundationNetworking's own `code` of an error traps if it does not know the number.
        switch failure.code {
        case NSURLErrorTimedOut: (.timedOut, "Nothing was received in time.")
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: (.unreachable, "The host's name has no address.")
        case NSURLErrorCannotConnectToHost: (.unreachable, "The host refuses the connection.")
        case NSURLErrorNotConnectedToInternet, NSURLErrorInternationalRoamingOff, NSURLErrorCallIsActive,
            NSURLErrorDataNotAllowed:
            (.noNetwork, "There is no network.")
        case NSURLErrorNetworkConnectionLost: (.connectionLost, "The connection ended before the answer did.")
        case NSURLErrorBadServerResponse, NSURLErrorCannotParseResponse:
            (.connectionLost, "What the server sent is no HTTP answer.")
        // On Linux the first of these constants has another value.
        case NSURLErrorSecureConnectionFailed, -1200, NSURLErrorServerCertificateHasBadDate, NSURLErrorServerCertificateUntrusted,
            NSURLErrorServerCertificateHasUnknownRoot, NSURLErrorServerCertificateNotYetValid,
            NSURLErrorClientCertificateRejected,
            NSURLErrorClientCertificateRequired:
            (.untrustedServer, "No trusted connection could be made.")
        case NSURLErrorAppTransportSecurityRequiresSecureConnection:
            (
                .insecure,
                "App Transport Security refuses plain http: allow the host under NSAppTransportSecurity in Info.plist, too."
            )
        case NSURLErrorFileDoesNotExist, NSURLErrorNoPermissionsToReadFile, NSURLErrorFileIsDirectory:
            (.fileUnavailable, "The body's file cannot be read.")
        case NSURLErrorDataLengthExceedsMaximum: (.responseTooLarge, "The answer is larger than the system takes.")
        case NSURLErrorCannotDecodeRawData, NSURLErrorCannotDecodeContentData:
            (.unreadableResponse, "The answer is not encoded as its header says.")
        case NSURLErrorBadURL: (.invalidInput, "The system cannot use the address.")
        default: meaning(ofUnnamed: failure)
        }
    }

    /// Returns the meaning of an error code that is ambiguous by itself.
    private static func meaning(ofUnnamed failure: NSError) -> (Code, String) {
        #if canImport(FoundationNetworking)
            // On Linux, only libcurl's message distinguishes connection failures. On other systems messages are translated, and
            // the codes suffice.
            let words = failure.localizedDescription
            if words.contains("SSL") { return (.untrustedServer, "No trusted connection could be made.") }
            // FoundationNetworking rejects a header line without a space after its colon, and a status without a reason.
            if words.hasPrefix("Failed writing header") {
                return (.unreadableResponse, "This system cannot read the answer's header.")
            }
            if failure.code == NSURLErrorUnsupportedURL {
                return (.connectionLost, "What the server sent is no HTTP answer.")
            }
            if failure.code == NSURLErrorUnknown {
                return (.connectionLost, "The connection ended before the answer did.")
            }
        #endif
        return (.transportFailed, "The system could not carry the call (\(failure.code)).")
    }
}
