import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@Suite("The exam of a service", .inTurn, .timeLimit(.minutes(5))) struct ServiceExamTests {
    private static func examine(_ service: QuirkyService) async -> ExamReport<ExamItem> {
        let exam = ServiceExam<ExamItem>(pageSize: service.shape.limit, rank: { $0.rank }) { position, limit in
            try service.page(at: position, limit: limit)
        }
        return await exam.run()
    }

    @Test("Names at least 95 % of the quirks that can be seen, of services that were drawn") func blind() async throws {
        let trials = RandomTrials()
        var random = trials.random
        var visible: [String: (named: Int, all: Int)] = [:]
        var missed: [String] = []
        for _ in 0..<trials.count(120, atLeast: 100) {
            let drawn = DrawnService(&random)
            let report = await Self.examine(QuirkyService(drawn.shape))
            #expect(report.requests <= 80)
            for quirk in drawn.visible {
                let name = String("\(quirk)".prefix { $0 != "(" })
                let isNamed = report.quirks.contains { quirk.isNamed(by: $0) }
                visible[name, default: (0, 0)].all += 1
                visible[name, default: (0, 0)].named += isNamed ? 1 : 0
                if !isNamed { missed.append("\(quirk) of \(drawn.shape): \(report.claims)") }
            }
        }
        let named = visible.values.reduce(0) { $0 + $1.named }
        let all = visible.values.reduce(0) { $0 + $1.all }
        let worst = visible.filter { $0.value.named < $0.value.all }.map { "\($0.key) \($0.value.named) of \($0.value.all)" }
        print("exam: \(named) of \(all) quirks named, \(trials); \(worst.sorted().joined(separator: ", "))")
        #expect(Double(named) >= 0.95 * Double(all), "\(named) of \(all), \(trials): \(missed.prefix(10))")
    }

    @Test("Claims nothing about services without quirks") func faultless() async throws {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(120, atLeast: 100) {
            let shape = DrawnService.faultless(&random)
            let report = await Self.examine(QuirkyService(shape))
            #expect(report.claims == [], "\(trials): \(shape)")
        }
    }

    @MainActor private static func list(
        _ rules: FeedRules<ExamItem>, _ load: @escaping @Sendable (PagePosition?) async throws -> Page<ExamItem>
    ) async -> [ExamItem]? {
        var rules = rules
        // Some services never end.
        rules.paging.maximumPages = 100
        let feed = Feed(rules, time: ManualClock().time, load: load)
        feed.send(.open)
        // Without a deadline: the suite's limit finds a list without an end.
        let opened = await feed.firstState { $0.isLoaded || $0.failure != nil }
        guard opened?.failure == nil else { return nil }
        feed.send(.all)
        let state = await feed.firstState { (!$0.isLoadingAll && !$0.isLoading) || $0.failure != nil }
        return state?.failure == nil ? state.map { Array($0.items) } : nil
    }

    @Test("The printed rules show lists that the default rules do not") func rules() async throws {
        let trials = RandomTrials()
        var random = trials.random
        var repaired = 0
        var broken: [String] = []
        for _ in 0..<trials.count(120, atLeast: 100) {
            let drawn = DrawnService(&random)
            guard drawn.shape.quirks.allSatisfy(\.isRepairable), drawn.visible == drawn.shape.quirks else { continue }
            let report = await Self.examine(QuirkyService(drawn.shape))
            let limit = drawn.shape.limit
            let load = { @Sendable (service: QuirkyService) in
                { @Sendable (position: PagePosition?) async throws in try service.page(at: position, limit: limit) }
            }
            let service = QuirkyService(drawn.shape)
            let wanted = Set(service.visible.map(\.id))
            let plain = await Self.list(FeedRules(), load(service))
            let setup = await Self.list(report.setup.rules, report.setup.pages(load(QuirkyService(drawn.shape))))
            let isPlainRight = plain.map { Set($0.map(\.id)) } == wanted
            let isSetupRight = setup.map { Set($0.map(\.id)).subtracting(10_000..<10_010) } == wanted
            if !isPlainRight, isSetupRight { repaired += 1 }
            if !isSetupRight { broken.append("\(drawn.shape.quirks) \(drawn.shape): \(setup?.count ?? -1) of \(wanted.count)") }
        }
        print("exam: \(repaired) lists shown only by the printed rules, \(trials)")
        #expect(broken == [], "\(trials)")
        #expect(repaired > 0, "\(trials)")
    }

    @Test("Stops when the service refuses further requests") func refused() async throws {
        var shape = QuirkyService.Shape()
        shape.quirks = [.rateLimited(after: 3)]
        let service = QuirkyService(shape)
        let report = await Self.examine(service)
        #expect(report.requests == 4)
    }

    @Test("A service that cannot be reached makes no claims") func unreachable() async throws {
        let exam = ServiceExam<ExamItem> { _, _ in throw NoticeBoardError(.noNetwork) }
        let report = await exam.run()
        #expect(report.claims == [])
        #expect(report.items == 0)
    }

    @Test("The report prints claims, certainty and rules") func printed() async throws {
        var shape = QuirkyService.Shape(kind: .cursor)
        shape.quirks = [.endMark("end"), .totalTooSmall(by: 10)]
        let text = await Self.examine(QuirkyService(shape)).description
        #expect(text.contains("total: 10 fewer than the pages have (seen in"))
        #expect(text.contains(#"rules.paging.endMark = "end""#))
    }
}

extension ServiceQuirk {
    /// Whether another setup of the list can show what the service has.
    fileprivate var isRepairable: Bool {
        switch self {
        case .arrivals, .deletions, .moving, .unstableTies, .rateLimited, .depthLimit, .cursorExpires: false
        default: true
        }
    }
}
