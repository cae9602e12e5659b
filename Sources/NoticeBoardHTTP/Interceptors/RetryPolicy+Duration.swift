import NoticeBoardBase

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
extension RetryPolicy {
    /// Creates a policy with waits as durations: `RetryPolicy(firstWait: .milliseconds(300))`.
    public init(
        attempts: Int = 3,
        firstWait: Duration,
        longestWait: Duration = .seconds(30),
        statuses: Set<HTTPStatus> = [408, 425, 429, 500, 502, 503, 504],
        budget: Int = 10,
        waitsForNetwork: Duration = .zero
    ) {
        self.init(
            attempts: attempts, firstWait: firstWait.inSeconds, longestWait: longestWait.inSeconds, statuses: statuses,
            budget: budget, waitsForNetwork: waitsForNetwork.inSeconds)
    }
}
