import NoticeBoardBase

extension HTTPRequest {
    /// What `work` comes to, which others may end by the race that it is given, with the request that it is to send on.
    ///
    /// There is one race for the whole way, however many can end it.
    func endable(
        _ work: @escaping @Sendable (HTTPRequest, Race<HTTPResponse>) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        var (call, request) = withCall()
        if let race = call.race { return try await work(request, race) }
        let race = Race<HTTPResponse>()
        request.call = call.endable(by: race)
        return try await race.value { [request] in try await work(request, race) }
    }
}
