import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

/// Sends random taps, responses, losses, pages and sign-outs to likes and follows.
///
/// The model knows only the last tap of each target, and whether the client can know the service's state.
@MainActor @Suite("Races of likes and follows", .inTurn, .trialLimit(minutes: 5)) struct LinkRaceTests {
    /// The target of a like or a follow.
    fileprivate enum Thing: Hashable, Sendable {
        case post(LinkPost.ID)
        case user(LinkUser.ID)
        static let all = HeldLinkService.ids.map(Thing.post) + HeldLinkService.users.map { .user($0.id) }
    }

    /// The model's state of a target.
    private struct Known {
        var wanted: Bool?
        /// Whether the last confirmed value is still certain; false after a toggle's response is lost.
        var isSure = true
        var toggles = 0
        var losses = 0
        var looks = 0
    }

    @MainActor private final class Run {
        let held = HeldLinkService(), context: LinkAccount, timeline: LinkPostList, liked: LinkPostList
        var known = Dictionary(uniqueKeysWithValues: Thing.all.map { ($0, Known()) })
        var followed: Set<LinkUser.ID> = []
        var failures: [LinkFailure.Subject] = []
        var dropped: [LinkFailure.Subject] = []
        private let (pulses, pulse) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        private var observations: [StateObservation] = []

        init(_ truth: HeldLinkService.Truth) async {
            held.truth = truth
            context = LinkAccount(user: "me", service: held, time: ManualClock().time)
            followed = truth.following
            timeline = LinkPostList(context, .timeline)
            liked = LinkPostList(context, .liked)
            observations = [
                context.failures.observe { [unowned self] in failures.append($0.subject) },
                // Track the state that a profile page would show.
                context.changes.observe { [unowned self] in
                    if case .followed(let user, _, let isFollowing) = $0 {
                        if isFollowing { followed.insert(user.id) } else { followed.remove(user.id) }
                    }
                },
            ]
            held.arrived.withLock { [pulse] in $0 = { pulse.yield() } }
            observations += [timeline, liked].map { $0.observe { [pulse] _ in pulse.yield() } }
            observations.append(context.follows.observe { [pulse] _ in pulse.yield() })
            for list in [timeline, liked] { list.open() }
            await until { [self] in held.waiting.count == 2 }
            held.answer(.page)
            held.answer(.liked)
            await until { [self] in !timeline.state.feed.isLoading && !liked.state.feed.isLoading }
        }

        /// Checks the condition again after every event.
        func until(_ isSo: () -> Bool) async {
            var next = pulses.makeAsyncIterator()
            while !isSo() { if await next.next() == nil { return } }
        }

        func wish(_ thing: Thing) -> Bool? {
            switch thing {
            case .post(let id): context.likes.state[id]
            case .user(let id): context.follows.state[id]
            }
        }
        func calls(_ thing: Thing) -> [HeldLinkService.Asked] {
            held.waiting.filter { asked in
                switch (asked, thing) {
                case (.toggle(let id), .post(let own)), (.look(let id), .post(let own)): id == own
                case (.follow(let id, _), .user(let own)), (.profile(let id), .user(let own)): id == own
                default: false
                }
            }
        }
        /// Waits until the optimistic value is gone or its call is waiting.
        func settle(_ thing: Thing) async { await until { wish(thing) == nil || !calls(thing).isEmpty } }

        func tap(_ thing: Thing, _ value: Bool) async {
            known[thing] = Known(wanted: value, isSure: known[thing]?.isSure ?? true)
            switch thing {
            case .post(let id): timeline.like(id, value)
            case .user(let id):
                if let user = HeldLinkService.users.first(where: { $0.id == id }) {
                    context.follow(user, value, confirmed: followed.contains(id))
                }
            }
            await settle(thing)
        }

        func answer(_ thing: Thing, _ fate: HeldLinkService.Fate) async {
            guard let call = calls(thing).first else { return }
            let isLook = if case .look = call { true } else if case .profile = call { true } else { false }
            let wasWanted = wish(thing) != nil
            known[thing]?.toggles += isLook ? 0 : 1
            known[thing]?.looks += isLook ? 1 : 0
            switch fate {
            case .answered: known[thing]?.isSure = true
            case .refused: break
            case .lostBefore, .lostAfter:
                known[thing]?.losses += 1
                known[thing]?.isSure = false
            }
            let isOver = fate == .refused || isLook && fate != .answered
            if isOver, wasWanted {
                known[thing]?.wanted = nil
                dropped.append(thing.subject)
            }
            let before = held.count
            held.answer(call, fate)
            await until { wish(thing) == nil || held.count > before && !calls(thing).isEmpty }
        }

        /// Returns the like states that the lists show for a post.
        func shown(_ id: LinkPost.ID) -> [Bool] { [timeline, liked].compactMap { $0[id]?.isLiked } }
        func isSo(_ thing: Thing) -> Bool {
            switch thing {
            case .post(let id): held.truth.likes.contains(id)
            case .user(let id): held.truth.following.contains(id)
            }
        }
        func isShown(_ thing: Thing, _ value: Bool) -> Bool {
            switch thing {
            case .post(let id): shown(id).allSatisfy { $0 == value }
            case .user(let id): (context.follows.state[id] ?? followed.contains(id)) == value
            }
        }
    }

    @Test("A random schedule ends with the last tapped values or reports a failure")
    func schedules() async throws {
        let trials = RandomTrials()
        try await sideBySide(trials.count(600), atOnce: 16) { number in
            await run(SeededRandom(seed: trials.seed &+ UInt64(number)), "\(trials), schedule \(number)")
        }
    }

    private func run(_ random: SeededRandom, _ name: String) async {
        var random = random
        let truth = HeldLinkService.Truth(
            likes: Set(HeldLinkService.ids.filter { _ in random.chance(50) }),
            following: Set(HeldLinkService.users.map(\.id).filter { _ in random.chance(50) }))
        let run = await Run(truth)
        for _ in 0..<random.number(4...24) {
            let thing = random.pick(Thing.all)
            switch random.below(10) {
            case 0...4: await run.tap(thing, random.chance(50))
            case 5...7:
                await run.answer(thing, random.pick([.answered, .answered, .answered, .refused, .lostBefore, .lostAfter]))
            case 8: random.pick([run.timeline, run.liked]).refresh()
            default:
                run.held.answer(.page)
                run.held.answer(.liked)
            }
            check(run, name)
        }
        if random.chance(20) { await signOut(run, name) } else { await finish(run, name) }
    }

    /// Checks the invariants that hold after every step.
    private func check(_ run: Run, _ name: String) {
        for thing in Thing.all {
            #expect(run.calls(thing).count <= 1, "\(name): two calls at once")
            guard let wish = run.wish(thing) else { continue }
            #expect(wish == run.known[thing]?.wanted, "\(name): the last tap counts")
            #expect(run.isShown(thing, wish), "\(name): a wish is shown")
        }
    }

    /// Answers every call and checks that the service and all lists have the last tapped values.
    private func finish(_ run: Run, _ name: String) async {
        for thing in Thing.all {
            while !run.calls(thing).isEmpty { await run.answer(thing, .answered) }
            guard let known = run.known[thing] else { continue }
            #expect(run.wish(thing) == nil, "\(name): nothing is left over")
            if let wanted = known.wanted { #expect(run.isSo(thing) == wanted, "\(name): \(thing) ends right") }
            if known.isSure { #expect(run.isShown(thing, run.isSo(thing)), "\(name): \(thing) is shown as it is") }
            #expect(known.toggles <= 2 + known.losses, "\(name): \(known)")
            #expect(known.looks <= known.losses + 1, "\(name): \(known)")
        }
        #expect(run.failures == run.dropped, "\(name): reports exactly the dropped values")
        run.held.answerAll()
        await run.until { !run.timeline.state.feed.isLoading && !run.liked.state.feed.isLoading }
        for list in [run.timeline, run.liked] { list.reload() }
        await run.until { !run.timeline.state.feed.isLoading && !run.liked.state.feed.isLoading }
        let likes = run.held.truth.likes
        #expect(Set(run.liked.state.feed.items.ids) == likes, "\(name): the list of liked posts")
        #expect(run.timeline.state.rows.allSatisfy { $0.isLiked == likes.contains($0.id) }, "\(name): the timeline")
    }

    /// Signs out and checks that the screens are empty and late responses change nothing.
    private func signOut(_ run: Run, _ name: String) async {
        let truth = run.held.truth
        run.context.end()
        for id in HeldLinkService.ids { run.context.like(LinkPost(id: id, author: HeldLinkService.users[0]), true) }
        run.context.endNow()
        await run.until { run.held.waiting.isEmpty }
        run.held.answerAll()
        await letOtherTasksRun()
        #expect(run.held.waiting.isEmpty, "\(name): something was done after the sign-out")
        #expect(run.held.truth == truth, "\(name): something was done after the sign-out")
        #expect(run.context.likes.state.isEmpty, "\(name): a wish is left")
        #expect(run.context.follows.state.isEmpty, "\(name): a wish is left")
        #expect(run.timeline.state.feed == FeedState(), "\(name): a post is left")
        #expect(run.liked.state.feed == FeedState(), "\(name): a post is left")
    }
}

extension LinkRaceTests.Thing {
    fileprivate var subject: LinkFailure.Subject {
        switch self {
        case .post(let id): .like(id)
        case .user(let id): .follow(id)
        }
    }
}
