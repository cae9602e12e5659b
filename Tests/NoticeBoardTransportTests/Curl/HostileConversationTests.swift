#if os(Linux)
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import Testing

    @Suite("Hostile server", .serialized, .inTurn, .trialLimit(minutes: 1))
    struct HostileConversationTests {
        @Test("Every hostile conversation ends in a response or a named error") func conversations()
            async throws
        {
            let trials = RandomTrials()
            let count = trials.count(250)
            let all = try await HostileConversations.held(count, over: CurlTransport(), by: trials)
            #expect(all.strange.isEmpty, "\(trials)")
            #expect(all.answered + all.refused.values.reduce(0, +) == count, "\(trials)")
            #expect(all.answered > 0 && all.refused.count > 1 || trials.effort < 1, "\(trials)")
        }
    }
#endif
