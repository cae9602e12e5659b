import NoticeBoardBase
import Testing

@Suite("Failures that pass by themselves", .inTurn, .timeLimit(.minutes(1))) struct PassingFailureTests {
    @Test(
        "A failure of the network or of a busy service may pass",
        arguments: [
            .noNetwork, .connectionLost, .unreachable, .proxyUnreachable, .timedOut, .networkSignIn, .external, .serverFailure,
            .tooManyRequests, .tooEarly,
        ] as [NoticeBoardError.Code])
    func passing(code: NoticeBoardError.Code) {
        #expect(NoticeBoardError(code).mayPass)
    }

    @Test(
        "A refusal does not pass by itself",
        arguments: [
            .forbidden, .notFound, .sessionOver, .inputRefused, .untrustedServer, .proxyRefused,
        ] as [NoticeBoardError.Code])
    func refusals(code: NoticeBoardError.Code) {
        #expect(!NoticeBoardError(code).mayPass)
    }

    @Test(
        "The status decides about a code of the app's own",
        arguments: [(408, true), (425, true), (429, true), (503, true), (404, false)])
    func statuses(status: Int, passes: Bool) {
        let error = NoticeBoardError(.unexpectedStatus, reply: NoticeBoardError.Reply(status: status))
        #expect(error.mayPass == passes)
    }
}
