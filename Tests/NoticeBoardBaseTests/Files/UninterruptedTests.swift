import Foundation
import NoticeBoardBase
import Testing

@Suite("A call that signals break off", .serialized, .inTurn, .timeLimit(.minutes(1))) struct UninterruptedTests {
    /// The answer of a call that gives these, one after the other, and how often it was made.
    private func made(_ answers: [(answer: Int32, cause: Int32)]) -> (answer: Int32, cause: Int32, count: Int) {
        var count = 0
        let answer = uninterrupted {
            let (answer, cause) = answers[count]
            count += 1
            errno = cause
            return answer
        }
        return (answer, errno, count)
    }

    @Test("It is made until it is not broken off, and no failure but that is tried again") func again() {
        #expect(made([(-1, EINTR), (-1, EINTR), (7, 0)]) == (7, 0, 3))
        #expect(made([(-1, EINTR), (-1, EIO), (7, 0)]) == (-1, EIO, 2))
        #expect(made([(-1, EAGAIN)]) == (-1, EAGAIN, 1))
        // What is left of an earlier failure says nothing of a call that went well.
        #expect(made([(0, EINTR), (7, 0)]) == (0, EINTR, 1))
        #expect(made([(1, EINTR)]) == (1, EINTR, 1))
    }
}
