import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("URLSession errors", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TransportFailureTests {
    /// Every error number of Apple's systems, used on Linux too.
    private static let meanings: [(NoticeBoardError.Code, [Int])] = [
        (.timedOut, [-1001]),
        (.unreachable, [-1003, -1004, -1006]), (.noNetwork, [-1009, -1018, -1019, -1020]),
        (.connectionLost, [-1005, -1011, -1017]),
        (.untrustedServer, [-1200, -1201, -1202, -1203, -1204, -1205, -1206]),
        (.insecure, [-1022]),
        (.fileUnavailable, [-1100, -1101, -1102]),
        (.responseTooLarge, [-1103]),
        (.unreadableResponse, [-1015, -1016]),
        (.invalidInput, [-1000]),
        (.transportFailed, [-995, -996, -997, -998, -999, -1008, -1012, -1013, -1014, -1104, -2000, -3000, -3007]),
    ]

    @Test("Maps each URLSession error number to a code without an address", arguments: meanings)
    func table(code: NoticeBoardError.Code, numbers: [Int]) {
        for number in numbers {
            let failure = NSError(
                domain: NSURLErrorDomain, code: number, userInfo: [NSURLErrorFailingURLErrorKey: "https://planted"])
            let error = NoticeBoardError(transportFailure: failure)
            #expect(error.code == code, "\(number)")
            #expect(!"\(error) \(String(describing: error.underlying)) \(error.detail)".contains("planted"))
        }
    }

    @Test("Explains an ATS refusal")
    func words() {
        let refused = NoticeBoardError(transportFailure: URLError(.appTransportSecurityRequiresSecureConnection))
        #expect(refused.detail.contains("Info.plist"))
        struct Own: Error {}
        let own = NoticeBoardError(transportFailure: Own())
        #expect(own.code == .connectionLost)
        #expect(own.underlying is Own)
    }

    #if canImport(FoundationNetworking)
        @Test("Distinguishes unnamed failures by libcurl's message") func unnamed() {
            let words: [(Int, String, NoticeBoardError.Code, String)] = [
                (-1, "SSL problem", .untrustedServer, "No trusted connection could be made."),
                (-1002, "An SSL problem", .untrustedServer, "No trusted connection could be made."),
                (-1, "Failed writing header", .unreadableResponse, "This system cannot read the answer's header."),
                (-1, "Not Failed writing header", .connectionLost, "The connection ended before the answer did."),
                (-1, "Anything", .connectionLost, "The connection ended before the answer did."),
                (-1002, "Anything", .connectionLost, "What the server sent is no HTTP answer."),
                (-997, "Anything", .transportFailed, "The system could not carry the call (-997)."),
            ]
            for (number, text, code, detail) in words {
                let failure = NSError(
                    domain: NSURLErrorDomain, code: number, userInfo: [NSLocalizedDescriptionKey: text])
                let error = NoticeBoardError(transportFailure: failure)
                #expect(error.code == code, "\(number) \(text)")
                #expect(error.detail == detail, "\(number) \(text)")
            }
        }
    #endif
}
