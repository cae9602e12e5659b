import Foundation

/// Parses the parts of certificates that the system does not provide.
enum CertificateParts {
    /// Returns the certificates of a PEM file.
    static func certificates(inPEM text: String) -> [Data] {
        text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { part in
            let body = part.components(separatedBy: "-----END CERTIFICATE-----")[0]
            return Data(base64Encoded: body, options: .ignoreUnknownCharacters)
        }
    }

    /// Returns the SubjectPublicKeyInfo of a certificate in DER, whose hash is a pin; `nil` if it is not one.
    static func publicKey(of certificate: Data) -> Data? {
        // Certificate { TBSCertificate { [0] version?, serialNumber, signature, issuer, validity, subject, publicKey …
        guard let outer = element(in: certificate[...]), let inner = element(in: outer.content) else { return nil }
        var rest = inner.content
        var skipped = 0
        while let next = element(in: rest) {
            if skipped == 5 { return Data(next.whole) }
            rest = rest[next.whole.endIndex...]
            if next.tag != 0xA0 { skipped += 1 }
        }
        return nil
    }

    /// Returns the first element of DER bytes.
    private static func element(in bytes: Data.SubSequence) -> (tag: UInt8, content: Data.SubSequence, whole: Data.SubSequence)? {
        guard bytes.count >= 2 else { return nil }
        let start = bytes.startIndex
        var length = Int(bytes[start + 1])
        var head = 2
        if length >= 0x80 {
            let count = length & 0x7F
            guard 1...4 ~= count, bytes.count >= 2 + count else { return nil }
            length = bytes[(start + 2)..<(start + 2 + count)].reduce(0) { $0 << 8 | Int($1) }
            head += count
        }
        guard length <= bytes.count - head else { return nil }
        return (bytes[start], bytes[(start + head)..<(start + head + length)], bytes[start..<(start + head + length)])
    }
}
