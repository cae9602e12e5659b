#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Decides about a certificate or another challenge of the system, for instance to pin a key.
public typealias URLSessionChallengeHandler =
    @Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
