public import NoticeBoardBase

extension ReadMarks {
    /// The marks as a value: what counts as read, and what is still to be kept.
    public struct Machine: StateMachine {
        /// What can happen to the marks.
        public enum Event: Sendable {
            /// What is kept is to be known.
            case load
            /// A post was read.
            case read(Post.ID, on: Board.ID)
            /// A board is opened: what was known of it is from last time.
            case opened(Board.ID)
            /// Posts were seen in a list.
            case saw([Post.ID], on: Board.ID)
            /// Everything on a board was read; on every board, where none is named.
            case readAll(on: Board.ID?)
            /// What failed is to be tried again.
            case retry
            /// Somebody else may have kept something.
            case changed
            /// Nothing was read: everything is forgotten, or is kept in another place from now on.
            case begin
            /// This is everything that is kept.
            case kept(ReadLog, Int)
            /// What was to be kept was not.
            case failed(NoticeBoardError, Int)
        }

        /// What the marks want to have done.
        public enum Effect: Sendable, Hashable {
            /// Add this to what is kept, and say what became of that; nothing is to be added where it is empty.
            case keep(ReadLog, Int)
        }

        /// What is to be seen.
        public private(set) var state: State
        /// What was not handed out to be kept yet.
        private var waiting = ReadLog()
        /// What is being kept, under the last number.
        private var underWay: ReadLog?
        /// What happened before it was known what is kept: it is done to that once more.
        private var early: [Event] = []
        private(set) var number = 0
        private var (isLoaded, mustRead) = (false, false)

        /// Whether something is being kept or loaded, under the ``number``.
        var isKeeping: Bool { underWay != nil }

        /// Marks of which nothing is known yet.
        public init(_ state: State = State()) { self.state = state }

        /// Takes in what happened, and says what is to be done.
        public mutating func handle(_ event: Event) -> [Effect] {
            switch event {
            case .load: return isLoaded || underWay != nil ? [] : keep(evenNothing: true)
            case .read(let post, let board): waiting.merge(state.log.read(post, on: board))
            case .opened, .saw, .readAll:
                let change = note(event)
                // What was the newest before is known from what is kept alone, to which nothing newer is added until then.
                if isLoaded { waiting.merge(change) } else { early.append(event) }
            case .retry:
                guard state.failure != nil else { return [] }
                return keep(evenNothing: true)
            case .changed:
                // Nobody wants to know: somebody signed out, and what is kept of theirs goes, or will be read by whoever comes.
                guard isLoaded || isKeeping || state.failure != nil else { return [] }
                mustRead = true
                return keep()
            case .begin:
                self = Machine(numberedFrom: number + 1)
                return []
            case .kept(let log, number): return take(log)
            case .failed(let error, number): return fail(error)
            case .kept, .failed: return []
            }
            return keep()
        }

        private init(numberedFrom number: Int) {
            self.init()
            self.number = number
        }

        private mutating func look(at board: Board.ID) { state.looks[board, default: 0] += 1 }

        /// Takes note of what happened on a board, and gives what is to be kept of that.
        private mutating func note(_ event: Event) -> ReadLog {
            switch event {
            case .opened(let board):
                look(at: board)
                state.seen[board] = nil
                return state.log.open(board)
            case .saw(let posts, let board):
                look(at: board)
                return see(posts, on: board)
            case .readAll(let board):
                return readAll(board.map { [$0] } ?? Array(Set(state.log.order).union(state.looks.keys)))
            default: return ReadLog()
            }
        }

        private mutating func see(_ posts: [Post.ID], on board: Board.ID) -> ReadLog {
            let change = state.log.see(posts, on: board)
            guard let last = state.log[board].lastTime else { return change }
            let seen = state.seen[board, default: []].union(posts.lazy.filter { $0 > last })
            state.seen[board] = Set(seen.sorted().suffix(100))
            return change
        }

        private mutating func readAll(_ boards: [Board.ID]) -> ReadLog {
            boards.reduce(into: ReadLog()) { change, board in
                look(at: board)
                change.merge(state.log.readAll(on: board))
            }
        }

        // MARK: - Keeping

        /// Has kept what waits for that, unless something is being kept already.
        private mutating func keep(evenNothing: Bool = false) -> [Effect] {
            guard underWay == nil, evenNothing || mustRead || !waiting.isEmpty || !early.isEmpty else { return [] }
            number += 1
            underWay = waiting
            defer { (waiting, mustRead) = (ReadLog(), false) }
            return [.keep(waiting, number)]
        }

        private mutating func take(_ log: ReadLog) -> [Effect] {
            (underWay, isLoaded, state.failure) = (nil, true, nil)
            state.log = log
            repeatEarly()
            // What was read meanwhile.
            state.log.merge(waiting)
            return keep()
        }

        /// Does once more, to what is kept, what happened before that was known.
        private mutating func repeatEarly() {
            let looks = state.looks
            for event in early { waiting.merge(note(event)) }
            early = []
            // Nobody looked there twice.
            state.looks.merge(looks) { $1 }
        }

        /// What could not be kept waits for the next time, which is now where something was read meanwhile.
        ///
        /// Nothing else is tried again by itself.
        private mutating func fail(_ error: NoticeBoardError) -> [Effect] {
            guard var again = underWay else { return [] }
            let isNextTime = !waiting.isEmpty
            again.merge(waiting)
            (waiting, underWay, state.failure) = (again, nil, error)
            return isNextTime ? keep() : []
        }
    }
}
