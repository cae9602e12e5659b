import NoticeBoardTesting
import Testing

/// Random scripts of a list that follows an unreliable stream.
///
/// For many, run a release build: `NOTICEBOARD_SEED=1 NOTICEBOARD_EFFORT=250 swift test -c release -Xswiftc -enable-testing --filter
/// LiveScriptTests`.
@Suite("Following: random scripts", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct LiveScriptTests {
    @Test("After quiet and one catch-up a list equals its service's, or holds a gap") func scripts() {
        let trials = RandomTrials()
        let count = trials.count(250)
        var faults: [LivePlayer.Fault: [UInt64]] = [:]
        var totals = (events: 0, breaks: 0, reads: 0, gaps: 0)
        for number in 0..<count {
            let seed = trials.seed &+ UInt64(number)
            let player = LiveDraw(seed).player
            for fault in player.faults { faults[fault, default: []].append(seed) }
            totals.events += player.events
            totals.breaks += player.breaks
            totals.reads += player.liveReads
            totals.gaps += player.gapped ? 1 : 0
        }
        print(
            "live scripts: \(count) seeds from \(trials.seed), \(totals.events) events, \(totals.breaks) breaks,",
            "\(totals.reads) reads, \(totals.gaps) lists with gaps;",
            faults.map { "\($0.key) \($0.value.count) \($0.value.prefix(3))" }.sorted().joined(separator: ", "))
        if let (fault, seeds) = faults.first, let seed = seeds.first {
            print("the shortest script with \(fault): \(LiveDraw(seed).script.shrunk(keeping: fault))")
        }
        #expect(faults.isEmpty, "\(trials): \(faults)")
        #expect(totals.events > count)
        #expect(totals.breaks > count)
        if count >= 100 { #expect(totals.gaps > 0) }
    }
}
