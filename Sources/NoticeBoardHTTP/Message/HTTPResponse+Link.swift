public import Foundation

extension HTTPResponse {
    /// The address that the answer's `Link` field names for `relation` (RFC 8288): `next`, `prev`, `last`.
    ///
    /// A call goes there as `.get(.url(link))`.
    public func link(_ relation: String) -> URL? {
        for field in headers.values(of: .link) {
            for part in HeaderParameters.split(field, at: ",") {
                let parameters = HeaderParameters(part)
                let relations = parameters["rel"]?.lowercased().split(separator: " ") ?? []
                guard relations.contains(Substring(relation.lowercased())), parameters.value.first == "<",
                    parameters.value.last == ">"
                else { continue }
                return URL(header: String(parameters.value.dropFirst().dropLast()), relativeTo: url)
            }
        }
        return nil
    }
}
