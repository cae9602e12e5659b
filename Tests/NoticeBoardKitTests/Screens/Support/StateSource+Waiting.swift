import NoticeBoardBase

extension StateSource {
    /// Returns once the state meets `condition`.
    func state(_ condition: (State) -> Bool) async {
        for await state in states where condition(state) { return }
    }
}
