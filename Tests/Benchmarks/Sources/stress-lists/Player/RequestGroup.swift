/// Acts that share their requests: an act that comes while requests are pending belongs to the group of those before it.
struct RequestGroup {
    private(set) var acts: [String] = []
    /// The number of requests that the acts may cost together.
    private(set) var allowed = 0
    /// Whether no limit holds: an act has none, or the list had no rows and reads on.
    var isUnlimited = false
    /// Whether everything is loaded again, so that rows may go.
    var isReloading = false
    /// Whether a request failed or was cancelled.
    var hasFailure = false
    /// The service's moments at which the answers of the group were computed.
    private(set) var moments: [Int] = []
    /// The answers that were not yet compared with the list, which is done when all requests are answered.
    private(set) var newAnswers: [Answer] = []
    private let sentBefore: Int

    /// Creates a group whose first request is the next one.
    init(after network: Network) { sentBefore = network.sentCount }

    /// Adds an act that may cost `allowed` requests; `nil` for any number.
    mutating func add(_ act: String, allowed: Int?) {
        acts.append(act)
        if let allowed {
            self.allowed += allowed
        } else {
            isUnlimited = true
        }
    }

    mutating func add(_ answer: Answer) {
        moments.append(answer.moment)
        newAnswers.append(answer)
    }

    /// Whether a new answer is the device's stored copy.
    var hasStoredCopy: Bool { newAnswers.contains(where: \.isStoredCopy) }

    mutating func takeNewAnswers() -> [Answer] {
        defer { newAnswers = [] }
        return newAnswers
    }

    /// The number of requests that the group has sent.
    func sent(_ network: Network) -> Int { network.sentCount - sentBefore }
    /// Whether more requests were sent than the acts may cost.
    func isTooLarge(_ network: Network) -> Bool { !isUnlimited && sent(network) > allowed }
}
