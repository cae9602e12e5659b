/// The end of a script: the service is quiet, everything is read several times, and the list must become what the service has.
extension Player {
    func settle() {
        begin("the end")
        answerAll()
        if user.hiddenMultiple != nil { performAndAnswer(.filterOff) }
        performAndAnswer(.closeOpen)
        if feed.state.failure != nil { performAndAnswer(.retry) }
        readRounds()
    }

    private func performAndAnswer(_ kind: Act.Kind) {
        perform(Act(kind: kind))
        answerAll()
    }

    /// Reads the list until it is what the service has, at most `setup.rounds` times.
    ///
    /// After the first round a list may still be wrong: for example, a refresh cannot know of rows that were deleted further down.
    /// A list that becomes right in a later round has a fault that is late, and one that stays wrong has it for ever.
    private func readRounds() {
        var first: Difference?
        for number in 1...setup.rounds {
            begin(" round \(number)")
            var reading = ReadingRound(self)
            reading.run()
            guard let now = difference() else {
                if let first { failLate(first, rightAfter: number) }
                return
            }
            trace.add(" round \(number): \(now.kind.name) \(now.detail)")
            first = first ?? now
            if number == setup.rounds {
                let faultClass = FaultClass.differs(now.kind, .forEver, gapsLast: false)
                fail(faultClass, "\(now.detail); shown \(feed.listText); service \(service.ids)")
            }
        }
    }

    private func failLate(_ first: Difference, rightAfter round: Int) {
        let gapsLast = !setup.fillsGapsInOrder
        let detail = "\(first.detail), right after round \(round)"
        fail(.differs(first.kind, .late, gapsLast: gapsLast), detail)
        if round > 2 { fail(.differs(first.kind, .veryLate, gapsLast: gapsLast), detail) }
    }
}
