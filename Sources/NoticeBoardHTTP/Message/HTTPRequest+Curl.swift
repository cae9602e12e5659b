extension HTTPRequest {
    /// The request as a `curl` command for a bug report: everything but what is secret.
    ///
    /// The path is the call's own, below the base URL. Path and query values are `…`, headers have their values only where those are known never to hold a secret, and of the
    /// body there is the size alone. Whoever runs it fills in what is missing.
    public var curl: String {
        let names = (query ?? "").split(separator: "&").map { $0.prefix { $0 != "=" } + "=…" }
        let path = label.isEmpty ? "…" : label.replacingValues
        let address = "\(origin)/\(path)" + (names.isEmpty ? "" : "?" + names.joined(separator: "&"))
        var words = ["curl", "-X", Self.quoted(method.description), Self.quoted(address)]
        for field in headers { words += ["-H", Self.quoted(field.description)] }
        if let body { words += ["--data-binary", Self.quoted("… (\(body))")] }
        return words.joined(separator: " ")
    }

    /// One word for a shell, whatever it holds.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension String {
    /// A label with `…` where a value stands.
    ///
    /// Curl takes braces for a list of addresses. Nothing else in a label has one, since no path that stands in source may.
    fileprivate var replacingValues: String {
        split(separator: "/", omittingEmptySubsequences: false).map { $0.contains("{" as Character) ? "…" : String($0) }.joined(
            separator: "/")
    }
}
