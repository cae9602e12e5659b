extension StateSource {
    /// Returns the first state that meets `condition`, beginning with the current one.
    ///
    /// Returns `nil` if the task is cancelled or `seconds` have passed. A state that is replaced at once may be missed, as in
    /// ``states``. `time` measures the seconds.
    @discardableResult
    public func firstState(
        within seconds: Double? = nil, time: TimeSource = .system, where condition: (State) -> Bool
    ) async -> State? {
        let (states, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(1))
        let observation = observe { continuation.yield($0) }
        let timer = seconds.map { seconds in
            Task {
                _ = await time.over(seconds)
                continuation.finish()
            }
        }
        defer {
            timer?.cancel()
            observation.cancel()
        }
        for await state in states where condition(state) { return state }
        return nil
    }
}
