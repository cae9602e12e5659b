public import Foundation
import NoticeBoardBase

extension HTTPResponse {
    /// The address that the answer's `Link` field names for `relation` (RFC 8288): `next`, `prev`, `last`.
    ///
    /// A call goes there as `.get(.url(link))`. A link whose `anchor` names another address than the answer's own is left out.
    /// A host that is not written in ASCII (`xn--…`) makes a link unusable, as it does a redirect.
    public func link(_ relation: String) -> URL? {
        let relation = relation.asciiLowercased
        // With the query, which `url` leaves out: `<>` and `<#part>` name the address that answered.
        let own = origin.flatMap { URL(string: $0.text + (target ?? "/")) }
        for field in headers.values(of: .link) {
            for part in HeaderParameters.split(field, at: ",") {
                let parameters = HeaderParameters(part)
                let relations = (parameters["rel"] ?? "").asciiLowercased.unicodeScalars.split(separator: " ")
                let reference = parameters.value.unicodeScalars
                guard relations.contains(where: { String($0).hasSameBytes(as: relation) }), reference.first == "<",
                    reference.last == ">", parameters["anchor"].map({ Self.isSame($0, as: own) }) ?? true
                else { continue }
                let address = String(reference.dropFirst().dropLast())
                return address.isEmpty ? own : URL(header: address, relativeTo: own)
            }
        }
        return nil
    }

    /// Whether an `anchor` names the address that answered.
    private static func isSame(_ anchor: String, as own: URL?) -> Bool {
        guard !anchor.isEmpty else { return true }
        guard let own, let context = URL(header: anchor, relativeTo: own) else { return false }
        return context.absoluteString.hasSameBytes(as: own.absoluteString)
    }
}
