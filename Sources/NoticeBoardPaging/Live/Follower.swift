import NoticeBoardBase

/// The tasks of a list that follows its service: the stream and the wait.
@MainActor final class Follower {
    /// Opens the stream with a number; it ends with its task.
    typealias Open = @MainActor (Int) -> Task<Void, Never>

    private let open: Open?
    private let time: TimeSource
    private let waited: @MainActor (Int) -> Void
    private var stream: Task<Void, Never>?
    private var wait: Task<Void, Never>?

    /// Creates a follower; `waited` gets the number of a wait that is over.
    init(_ time: TimeSource, open: Open? = nil, waited: @escaping @MainActor (Int) -> Void) {
        self.time = time
        self.open = open
        self.waited = waited
    }

    deinit {
        stream?.cancel()
        wait?.cancel()
    }

    func carryOut(_ effect: FollowMachine.Effect) {
        switch effect {
        case .open(let number):
            stream?.cancel()
            stream = open?(number)
        case .close:
            stream?.cancel()
            stream = nil
        case .wait(let seconds, let number):
            wait?.cancel()
            // Lists that were opened together must not ask together for ever.
            let jittered = seconds * .random(in: 0.9...1.1)
            wait = Task { [weak self, time] in
                if await time.over(jittered), !Task.isCancelled { self?.waited(number) }
            }
        case .stopWaiting:
            wait?.cancel()
            wait = nil
        }
    }

    /// Passes each step of a stream to `body`, and returns the error with which it ends.
    nonisolated static func forward<Steps: AsyncSequence & Sendable>(
        _ steps: Steps, to body: @escaping @MainActor @Sendable (Steps.Element) -> Void
    ) async -> NoticeBoardError? where Steps.Element: Sendable {
        do {
            for try await step in steps { await body(step) }
            return nil
        } catch {
            return NoticeBoardError(wrapping: error)
        }
    }
}
