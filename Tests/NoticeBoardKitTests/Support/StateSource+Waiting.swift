import NoticeBoardBase

extension StateSource {
    /// Waits until the state meets `condition`, and returns it.
    @discardableResult
    func reached(_ condition: (State) -> Bool) async -> State {
        for await state in states where condition(state) { return state }
        return state
    }
}
