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
        private var number = 0
        private var (isLoaded, mustRead) = (false, false)

        /// Marks of which nothing is known yet.
        public init(_ state: State = State()) { self.state = state }

        /// Takes in what happened, and says what is to be done.
        public mutating func handle(_ event: Event) -> [Effect] {
            switch event {
            case .load: return isLoaded || underWay != nil ? [] : keep(evenNothing: true)
            case .read(let post, let board): waiting.merge(state.log.read(post, on: board))
            case .opened(let board):
                look(at: board)
                state.seen[board] = nil
                waiting.merge(state.log.open(board))
            case .saw(let posts, let board):
                look(at: board)
                see(posts, on: board)
            case .readAll(let board): readAll(board.map { [$0] } ?? Array(Set(state.log.order).union(state.looks.keys)))
            case .retry:
                guard state.failure != nil else { return [] }
                return keep(evenNothing: true)
            case .changed:
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

        private mutating func see(_ posts: [Post.ID], on board: Board.ID) {
            waiting.merge(state.log.see(posts, on: board))
            guard let last = state.log[board].lastTime else { return }
            let seen = state.seen[board, default: []].union(posts.lazy.filter { $0 > last })
            state.seen[board] = Set(seen.sorted().suffix(100))
        }

        private mutating func readAll(_ boards: [Board.ID]) {
            for board in boards {
                look(at: board)
                waiting.merge(state.log.readAll(on: board))
            }
        }

        // MARK: - Keeping

        /// Has kept what waits for that, unless something is being kept already.
        private mutating func keep(evenNothing: Bool = false) -> [Effect] {
            guard underWay == nil, evenNothing || mustRead || !waiting.isEmpty else { return [] }
            number += 1
            underWay = waiting
            defer { (waiting, mustRead) = (ReadLog(), false) }
            return [.keep(waiting, number)]
        }

        private mutating func take(_ log: ReadLog) -> [Effect] {
            (underWay, isLoaded, state.failure) = (nil, true, nil)
            state.log = log
            // What was read meanwhile.
            state.log.merge(waiting)
            return keep()
        }

        /// What could not be kept waits for the next time; nothing is tried again by itself.
        private mutating func fail(_ error: NoticeBoardError) -> [Effect] {
            guard var again = underWay else { return [] }
            again.merge(waiting)
            (waiting, underWay, state.failure) = (again, nil, error)
            return []
        }
    }
}
