#if canImport(Security)
    import CryptoKit
    import Foundation
    import NoticeBoardBase
    import Security

    /// Answers TLS challenges by the rules of an ``HTTPTrust``.
    struct ServerTrust: Sendable {
        private let trust: HTTPTrust
        private let authorities: [Data]

        /// Throws if a part of `trust` cannot be used.
        init(_ trust: HTTPTrust) throws(NoticeBoardError) {
            self.trust = try trust.checked()
            authorities =
                trust.authorities.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
                .map(CertificateParts.certificates) ?? []
            guard trust.authorities == nil || !authorities.isEmpty else {
                throw NoticeBoardError(.fileUnavailable, "The file of authorities has no certificate.", remedy: .fixInput(.file))
            }
            // Checked here, since a challenge could only cancel the call without a reason.
            for certificate in trust.clientCertificates.values { _ = try Self.identity(of: certificate) }
        }

        /// Returns the answer to a challenge; `nil` leaves it to the system.
        ///
        /// May block while the system looks up certificates.
        func answer(_ space: URLProtectionSpace) throws(NoticeBoardError) -> URLCredential? {
            switch space.authenticationMethod {
            case NSURLAuthenticationMethodServerTrust: try server(space)
            case NSURLAuthenticationMethodClientCertificate: try client(space)
            default: nil
            }
        }

        private func server(_ space: URLProtectionSpace) throws(NoticeBoardError) -> URLCredential? {
            let pins = trust.pins[space.host.lowercased()]
            guard !authorities.isEmpty || pins != nil else { return nil }
            guard let server = space.serverTrust else { return nil }
            if !authorities.isEmpty {
                let anchors = authorities.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
                _ = SecTrustSetAnchorCertificates(server, anchors as CFArray)
                _ = SecTrustSetAnchorCertificatesOnly(server, true)
            }
            guard unsafe SecTrustEvaluateWithError(server, nil) else {
                throw NoticeBoardError(.untrustedServer, "The server's certificate is not trusted.")
            }
            if let pins {
                let certificate = SecTrustGetCertificateAtIndex(server, 0).map { SecCertificateCopyData($0) as Data }
                let pin = certificate.flatMap(CertificateParts.publicKey).map {
                    Data(SHA256.hash(data: $0)).base64EncodedString()
                }
                guard let pin, pins.contains(pin) else {
                    throw NoticeBoardError(.untrustedServer, "The server's public key is none of the pinned ones.")
                }
            }
            return URLCredential(trust: server)
        }

        private func client(_ space: URLProtectionSpace) throws(NoticeBoardError) -> URLCredential? {
            guard let certificate = trust.clientCertificates[space.host.lowercased()] else { return nil }
            return URLCredential(identity: try Self.identity(of: certificate), certificates: nil, persistence: .forSession)
        }

        private static func identity(of certificate: HTTPTrust.ClientCertificate) throws(NoticeBoardError) -> SecIdentity {
            var options: [CFString: Any] = [kSecImportExportPassphrase: certificate.password]
            #if os(macOS)
                // Otherwise the import would write the private key into the login keychain.
                guard #available(macOS 15, *) else {
                    throw NoticeBoardError(
                        invalid: "clientCertificates",
                        "A client certificate needs macOS 15: older systems put its key into the login keychain.")
                }
                options[kSecImportToMemoryOnly] = true
            #endif
            var items: CFArray?
            let status = unsafe SecPKCS12Import(certificate.data as CFData, options as CFDictionary, &items)
            guard status == errSecSuccess, let first = (items as? [[String: Any]])?.first,
                let found = first[kSecImportItemIdentity as String], CFGetTypeID(found as CFTypeRef) == SecIdentityGetTypeID()
            else { throw HTTPTrust.badCertificate }
            // The type is checked above; a cast cannot distinguish Core Foundation types.
            return unsafe unsafeDowncast(found as AnyObject, to: SecIdentity.self)
        }
    }
#endif
