import Foundation
import NoticeBoardBase
import Testing

@Suite("Retrying interrupted system calls", .serialized, .inTurn, .timeLimit(.minutes(1))) struct UninterruptedTests {
    /// Runs a call that returns these results in order, and returns the final one with the number of calls.
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

    @Test("Retries a call only after EINTR") func again() {
        #expect(made([(-1, EINTR), (-1, EINTR), (7, 0)]) == (7, 0, 3))
        #expect(made([(-1, EINTR), (-1, EIO), (7, 0)]) == (-1, EIO, 2))
        #expect(made([(-1, EAGAIN)]) == (-1, EAGAIN, 1))
        // A stale errno is ignored after a call that succeeded.
        #expect(made([(0, EINTR), (7, 0)]) == (0, EINTR, 1))
        #expect(made([(1, EINTR)]) == (1, EINTR, 1))
    }
}
