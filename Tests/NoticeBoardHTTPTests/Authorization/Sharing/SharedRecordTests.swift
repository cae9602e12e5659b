import NoticeBoardBase
import Testing

@testable import NoticeBoardHTTP

@Suite("The record of a shared session", .inTurn, .timeLimit(.minutes(1))) struct SharedRecordTests {
    private let me = ProcessIdentity(process: 10, started: "1", boot: "b")
    private let other = ProcessIdentity(process: 11, started: "1", boot: "b")

    private func judge(at now: Double, isGone: Bool = false) -> SharedRecord.Judge {
        SharedRecord.Judge(me: me, now: now, abandonedAfter: 100) { _ in isGone }
    }

    private func record(owner: ProcessIdentity, until deadline: Double) -> SharedRecord {
        var record = SharedRecord()
        record.lease = .init(owner: owner, deadline: deadline, asked: "mark")
        return record
    }

    @Test("A running renewal is waited for") func held() {
        #expect(record(owner: other, until: 30).isHeld(for: judge(at: 29)))
    }

    @Test("The renewal of a process that ended is waited for until its lease ends") func dying() {
        let record = record(owner: other, until: 30)
        #expect(record.isHeld(for: judge(at: 29, isGone: true)))
        #expect(!record.isHeld(for: judge(at: 30, isGone: true)))
    }

    @Test("The renewal of a stopped process is waited for after its lease") func stopped() {
        let record = record(owner: other, until: 30)
        #expect(record.isHeld(for: judge(at: 129)))
        #expect(!record.isHeld(for: judge(at: 130)))
    }

    @Test("An own lease that was left does not stop a process") func own() {
        #expect(!record(owner: me, until: 30).isHeld(for: judge(at: 1)))
    }

    @Test("A lease of an earlier start of the machine is over") func otherBoot() {
        let owner = ProcessIdentity(process: 11, started: "1", boot: "a")
        #expect(!record(owner: owner, until: 30).isHeld(for: judge(at: 1)))
    }

    @Test("A lease that never ends is damaged", arguments: [1e300, 700, .infinity, .nan]) func endless(deadline: Double) {
        #expect(!record(owner: other, until: deadline).isHeld(for: judge(at: 1)))
    }

    @Test("Tokens whose renewal was taken over are doubtful") func doubtful() {
        var record = record(owner: other, until: 30)
        let isDoubtful = record.claim("mark", by: me, until: 60)
        #expect(isDoubtful)
    }

    @Test("Other tokens than those that were asked for are not doubtful") func otherTokens() {
        var record = record(owner: other, until: 30)
        let isDoubtful = record.claim("later", by: me, until: 60)
        #expect(!isDoubtful)
    }

    @Test("Stored tokens end the doubt") func replaced() {
        var record = record(owner: other, until: 30)
        _ = record.claim("mark", by: me, until: 60)
        record.release(me, for: "mark", isDoubtful: true)
        record.replaceTokens()
        let isDoubtful = record.claim("mark", by: me, until: 60)
        #expect(!isDoubtful)
    }

    @Test("A process cannot end the lease of another one") func foreign() {
        var record = record(owner: other, until: 30)
        record.release(me, for: "mark", isDoubtful: false)
        #expect(record.lease != nil)
    }

    @Test("The mark of tokens differs with each of them, and with the account") func marks() {
        var record = SharedRecord()
        record.epoch = "1"
        var later = record
        later.epoch = "2"
        let first = Credentials(accessToken: .bearer("a"), refreshToken: "r")
        let marks = [
            record.mark(of: first), record.mark(of: Credentials(accessToken: .bearer("b"), refreshToken: "r")),
            record.mark(of: Credentials(accessToken: .bearer("a"), refreshToken: "s")), later.mark(of: first),
        ]
        #expect(Set(marks).count == 4)
        #expect(marks.allSatisfy { $0.utf8.count <= 8 })
    }

    #if os(macOS) || os(Linux)
        @Test("This process runs") func running() {
            #expect(!ProcessIdentity.new().isGone)
        }

        @Test("A process without a number that can be is gone", arguments: [0, -1, .min, .max] as [Int32])
        func hostileNumber(number: Int32) {
            #expect(ProcessIdentity(process: number, started: "", boot: "", space: ProcessIdentity.new().space).isGone)
        }
    #endif

    #if os(Linux)
        @Test("A process that started later with the same number is another one") func reused() {
            #expect(ProcessIdentity(process: 1, started: "never", boot: "", space: ProcessIdentity.new().space).isGone)
        }

        @Test("A process of another container may run") func container() {
            #expect(!ProcessIdentity(process: .max, started: "", boot: "", space: "elsewhere").isGone)
        }
    #endif
}
