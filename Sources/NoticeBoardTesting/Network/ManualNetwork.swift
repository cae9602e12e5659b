public import NoticeBoardBase

/// A network that comes and goes as a test says.
///
/// ```swift
/// let network = ManualNetwork(isOnline: false)
/// configuration.network = network
/// await network.waitForReaders(1)        // a call waits for the network
/// network.isOnline = true                // and is tried again
/// ```
public final class ManualNetwork: NetworkStatus {
    private struct State {
        var isOnline: Bool?
        var readers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextNumber = 0
    }

    private let state: Watched<State>

    /// Creates a network that is there, missing, or unknown.
    public init(isOnline: Bool? = true) { state = Watched(State(isOnline: isOnline)) }

    /// Whether there is a network; readers are told when it becomes true after it was false.
    public var isOnline: Bool? {
        get { state.value.isOnline }
        set {
            let readers = state.update { state -> [AsyncStream<Void>.Continuation] in
                let returned = newValue == true && state.isOnline == false
                state.isOnline = newValue
                return returned ? Array(state.readers.values) : []
            }
            for reader in readers { reader.yield() }
        }
    }

    /// The number of streams that are read now.
    public var readers: Int { state.value.readers.count }

    /// Waits until at least `count` streams are read; returns at once if the task is cancelled.
    public func waitForReaders(_ count: Int) async { await state.until { $0.readers.count >= count } }

    /// Waits until no stream is read; returns at once if the task is cancelled.
    public func waitForNoReaders() async { await state.until { $0.readers.isEmpty } }

    /// Returns a stream with an element each time the network returns, from now on.
    public func returns() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.update { state in
            state.nextNumber += 1
            state.readers[state.nextNumber] = continuation
            return state.nextNumber
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.update { $0.readers[number] = nil }
        }
        return stream
    }
}
