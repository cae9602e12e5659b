import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import Testing

/// A following list that is emptied, or follows something else.
@Suite("FeedMachine: following", .inTurn, .timeLimit(.minutes(1))) struct FeedFollowStateTests {
    private let list = [19, 18, 17, 16]

    /// Returns an open list that has read its head and follows `source`.
    private func makeFollowing(_ source: FollowMachine.Source, _ list: [Int]? = nil) -> FeedMachineDriver {
        var driver = FeedMachineDriver()
        driver.handle(.followed(FollowMachine(source) { Date(timeIntervalSince1970: 0) }))
        driver.handle(.open)
        driver.answer(list ?? self.list)
        connect(&driver, list)
        return driver
    }

    private func connect(_ driver: inout FeedMachineDriver, _ list: [Int]? = nil) {
        guard let stream = driver.machine.follow?.stream, driver.machine.follow?.source == .stream else { return }
        driver.handle(.live(.connected(stream)))
        driver.answer(list ?? self.list)
    }

    /// Sends the waits of any number; all but the current one are ignored.
    private func endWait(_ driver: inout FeedMachineDriver) {
        for number in 1...9 where driver.load == nil { driver.handle(.live(.waited(number))) }
    }

    @Test("An event of a replaced stream does not change the list", arguments: [true, false]) func replaced(stops: Bool) throws {
        var driver = makeFollowing(.stream)
        let former = try #require(driver.machine.follow?.stream)
        if stops { driver.handle(.followed(nil)) }
        driver.handle(.followed(FollowMachine(.stream)))
        connect(&driver)
        driver.handle(.liveEvent(former) { _ in [.remove(18)] })
        #expect(driver.ids == list)
    }

    @Test("A following list that is emptied does not say that it follows until it was read") func emptied() {
        var driver = makeFollowing(.interval(60))
        #expect(driver.state.live == .following)
        driver.handle(.reset)
        driver.handle(.open)
        #expect(driver.state.live == .catchingUp)
        driver.answer(list)
        #expect(driver.state.live == .following)
    }

    @Test("A following list that is opened elsewhere is catching up until it was read") func openedElsewhere() {
        var driver = makeFollowing(.interval(60))
        driver.handle(.openAt(.offset(2)))
        #expect(driver.state.live == .catchingUp)
        driver.answerAll(list)
        #expect(driver.state.live == .following)
    }

    @Test("The failed load of an emptied list that follows is repeated") func failed() {
        var driver = makeFollowing(.interval(60))
        driver.handle(.reset)
        driver.handle(.open)
        driver.fail()
        guard case .behind = driver.state.live else {
            Issue.record("the list says \(String(describing: driver.state.live))")
            return
        }
        endWait(&driver)
        driver.answer(list)
        #expect(driver.state.live == .following)
    }

    @Test("An older page that takes longer than the interval arrives") func slowOlderPage() {
        let list = Array((0..<20).reversed())
        var driver = makeFollowing(.interval(60), list)
        driver.handle(.older)
        #expect(driver.load?.ticket.kind == .older)
        for number in 1...9 { driver.handle(.live(.waited(number))) }
        #expect(driver.load?.ticket.kind == .older)
        driver.answer(list)
        #expect(driver.ids == Array(list.prefix(8)))
        #expect(driver.load?.ticket.kind == .refresh)
    }
}
