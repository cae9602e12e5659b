extension StateSource {
    /// The first state that meets `condition`, the one now included; nothing when the task is cancelled before there is one.
    ///
    /// A state that is over before there was time to look may be missed, as in ``states``.
    @discardableResult
    public func firstState(where condition: (State) -> Bool) async -> State? {
        for await state in states where condition(state) { return state }
        return nil
    }
}
