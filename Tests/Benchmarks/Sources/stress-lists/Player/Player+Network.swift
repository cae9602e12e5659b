import Foundation
import NoticeBoardBase
import NoticeBoardPaging

/// What the network does with the pending requests.
extension Player {
    /// Answers a request with what the service computed for it, or has now.
    func answer(_ number: Int) {
        guard !network.isQuiet else { return }
        let index = number % network.pending.count
        let request = network.pending[index]
        deliver(request.computed ?? service.answer(request.position, number: request.number), at: index)
    }

    /// Lets the service compute the answer to a request, which is delivered later.
    func compute(_ number: Int) {
        guard !network.isQuiet else { return }
        let index = number % network.pending.count
        let request = network.pending[index]
        network.setComputed(service.answer(request.position, number: request.number), at: index)
    }

    /// Lets a request fail.
    ///
    /// The first page is then answered with the device's stored copy, if it has one.
    func failRequest(_ number: Int) {
        guard !network.isQuiet else { return }
        let index = number % network.pending.count
        let position = network.pending[index].position
        if setup.service.servesStoredCopy, Self.isFirstPage(position), var copy = storedCopy {
            copy.isStoredCopy = true
            copy.moment = service.moment
            deliver(copy, at: index)
        } else {
            deliver(Answer(moment: service.moment, failure: NoticeBoardError(.connectionLost)), at: index)
        }
    }

    /// Answers all requests, the oldest first, also those that follow.
    func answerAll() {
        let limit = 300
        for _ in 0..<limit {
            if network.isQuiet { return }
            answer(0)
        }
        fail(.tooManyRequests, "no quiet after \(limit) answers, for \(group.acts)")
    }

    private static func isFirstPage(_ position: PagePosition?) -> Bool { position == nil || position == .offset(0) }

    private func deliver(_ answer: Answer, at index: Int) {
        let before = Array(feed.state.items)
        let request = network.take(at: index)
        trace.add("      answer to #\(request.number) \(request.position.text): \(answer.text(at: service.moment))")
        if let failure = answer.failure {
            group.hasFailure = true
            request.answer(with: .failure(failure))
        } else {
            group.add(answer)
            seenPages.addToRound(answer)
            if Self.isFirstPage(request.position), !answer.isStoredCopy { storedCopy = answer }
            request.answer(with: .success(Self.page(of: answer)))
        }
        runJobs()
        trace.add("      = \(feed.listText)")
        checkStep(from: before, answer: answer)
    }

    private static func page(of answer: Answer) -> Page<Row> {
        var page = Page(items: answer.rows, next: answer.next, total: answer.total)
        if answer.isStoredCopy {
            page.storedAt = Date(timeIntervalSince1970: 1_000_000)
            page.networkFailure = NoticeBoardError(.noNetwork)
        }
        return page
    }
}
