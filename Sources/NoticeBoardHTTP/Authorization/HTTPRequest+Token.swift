extension HTTPRequest {
    /// Returns the request with `token`.
    func carrying(_ token: AccessToken) throws -> HTTPRequest {
        try HTTPHeaders.Field(name: .authorization, value: token.headerValue).checkValue()
        var request = self
        request.headers[.authorization] = token.headerValue
        return request
    }
}
