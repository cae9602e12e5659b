/// A screen that shows a draft of an outbox.
@MainActor protocol OpenComposer: AnyObject {
    /// The draft's ID.
    var id: String { get }

    /// Shows the draft of an earlier launch in place of its own, if nothing was written yet.
    func continueLoadedDraft()
}
