extension HTTPRequest {
    /// Whether the request may be sent twice.
    var mayBeRepeated: Bool {
        switch options.retries {
        case .always: true
        case .never: false
        case .ifIdempotent: method.isIdempotent || headers[.idempotencyKey] != nil
        }
    }
}
