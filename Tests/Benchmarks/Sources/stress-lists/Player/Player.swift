import NoticeBoardPaging

/// What a script ended with.
struct Outcome {
    /// The first fault of each class.
    let faults: [Fault]
    let requestCount: Int
    let trace: [String]
}

/// Plays a script on a list, and checks the list after each act and at the end.
@MainActor final class Player {
    let setup: Setup
    let service: ListService
    let network: Network
    let clock: HandClock
    let trace: Trace
    /// The list that is tested.
    ///
    /// A launch replaces it.
    private(set) var feed: Feed<Row>
    var user = UserState()
    var group: RequestGroup
    var seenPages = SeenPages()
    /// The last answer to a request for the first page, which the device keeps.
    var storedCopy: Answer?
    /// Whether the list showed a failure when the last request was answered.
    var showedFailure = false
    private(set) var faults: [Fault] = []
    private(set) var stepName = ""

    private init(_ setup: Setup, _ network: Network, _ clock: HandClock, isTraced: Bool) {
        self.setup = setup
        self.network = network
        self.clock = clock
        service = ListService(setup.kind, setup.service)
        trace = Trace(isOn: isTraced)
        group = RequestGroup(after: network)
        feed = Self.makeFeed(setup, network, clock, hiddenMultiple: nil, from: nil)
    }

    /// Plays a script to its end.
    static func play(_ script: Script, isTraced: Bool = false) -> Outcome {
        let network = Network()
        let clock = HandClock()
        let outcome = Player(script.setup, network, clock, isTraced: isTraced).play(script.acts)
        // The player and its list are gone. Their tasks must end before the next script begins.
        ManualJobs.runAll()
        network.cancelAll()
        ManualJobs.runAll()
        clock.cancelAll()
        ManualJobs.runAll()
        return outcome
    }

    private func play(_ acts: [Act]) -> Outcome {
        open()
        for act in acts { perform(act) }
        settle()
        return Outcome(faults: faults, requestCount: network.sentCount, trace: trace.lines)
    }

    private func open() {
        begin("open")
        call("open", allowed: limits.open) { feed.open() }
    }

    // MARK: - The list

    private static func makeFeed(
        _ setup: Setup, _ network: Network, _ clock: HandClock, hiddenMultiple: Int?, from snapshot: FeedSnapshot<Row>?
    ) -> Feed<Row> {
        var rules = FeedRules<Row>()
        rules.serviceOrder = setup.kind.order.feedOrder
        rules.refreshPages = setup.refreshPages
        rules.prefetchDistance = setup.prefetchDistance
        rules.paging.overlap = setup.overlap
        if let hiddenMultiple { rules.filter = filter(hiding: hiddenMultiple) }
        return Feed(rules, from: snapshot, time: clock.time) { try await network.load($0) }
    }

    /// Returns a filter that hides the rows whose ID is a multiple of a number.
    static func filter(hiding multiple: Int) -> FeedRules<Row>.Filter {
        { $0.id.isMultiple(of: multiple) ? .word : nil }
    }

    /// Replaces the list by one that starts from a snapshot, as a launch of the app does.
    func replaceFeed(from snapshot: FeedSnapshot<Row>?) {
        feed = Self.makeFeed(setup, network, clock, hiddenMultiple: user.hiddenMultiple, from: snapshot)
        runJobs()
        group = RequestGroup(after: network)
    }

    var shownIDs: [Int] { feed.state.items.map(\.id) }
    var limits: RequestLimits { RequestLimits(refreshPages: setup.refreshPages, isFiltered: user.hiddenMultiple != nil) }

    // MARK: - Steps

    /// Begins a step, whose name the faults have that are found in it.
    func begin(_ name: String) {
        stepName = name
        trace.add("\(name)   service \(service.ids.map(String.init).joined(separator: " "))")
    }

    /// Begins a step of the reading at the end, in which the service is quiet.
    func beginReading(_ name: String) {
        stepName = "reading: \(name)"
        trace.add("  \(name)")
    }

    /// Calls the list, lets it work, and checks what changed.
    ///
    /// The call may cost `allowed` requests; `nil` for any number.
    func call(_ name: String, allowed: Int?, isLaunch: Bool = false, _ body: () -> Void) {
        if network.isQuiet { group = RequestGroup(after: network) }
        group.add(name, allowed: allowed)
        let before = Array(feed.state.items)
        if before.isEmpty { group.isUnlimited = true }
        body()
        runJobs()
        trace.add("      = \(feed.listText)")
        checkStep(from: before, answer: nil, isLaunch: isLaunch)
    }

    func runJobs() {
        ManualJobs.runAll()
        for number in network.takeCancelled() {
            group.hasFailure = true
            trace.add("      (#\(number) cancelled)")
        }
    }

    // MARK: - Faults

    /// Records a fault, unless the script had one of its class before.
    func fail(_ faultClass: FaultClass, _ detail: @autoclosure () -> String) {
        guard !hasFailed(faultClass) else { return }
        let fault = Fault(faultClass: faultClass, step: stepName, detail: detail())
        faults.append(fault)
        trace.add("  !! \(fault.faultClass.name): \(fault.detail)")
    }

    func hasFailed(_ faultClass: FaultClass) -> Bool { faults.contains { $0.faultClass == faultClass } }
}
