extension APIClient {
    /// Sends `call` and returns its decoded answer.
    ///
    /// A response without a body is `nil` if the type is optional.
    public func value<Value>(_ call: Call<Value>) async throws -> Value { try await value(Value.self, for: call) }

    /// Sends `call` and returns its decoded answer with the response: totals, tags, rate limits, links.
    public func valueAndResponse<Value>(_ call: Call<Value>) async throws -> (value: Value, response: HTTPResponse) {
        try await valueAndResponse(Value.self, for: call)
    }
}
