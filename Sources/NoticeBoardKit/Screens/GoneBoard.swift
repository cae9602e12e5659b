import NoticeBoardBase

/// Notices that the service no longer finds the open board, so that the menu loads the boards again.
struct GoneBoard {
    private var isGone = false

    /// Returns whether `failure` is the first one that says so.
    mutating func isNews(_ failure: NoticeBoardError?) -> Bool {
        let wasGone = isGone
        isGone = failure?.code == .notFound
        return isGone && !wasGone
    }
}
