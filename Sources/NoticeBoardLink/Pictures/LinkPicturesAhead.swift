/// Pictures that are fetched ahead, for rows to come, as long as somebody holds this.
public final class LinkPicturesAhead: Sendable {
    private let task: Task<Void, Never>

    init(_ pictures: LinkPictures, _ paths: [String]) {
        task = Task {
            await withTaskGroup(of: Void.self) { group in
                // Few at a time, so that what is in sight does not wait for what is not.
                for (number, path) in paths.enumerated() {
                    if number >= 3 { await group.next() }
                    group.addTask { _ = try? await pictures.picture(at: path) }
                    if Task.isCancelled { return }
                }
            }
        }
    }

    deinit { task.cancel() }

    /// Gives them up; one that a row in sight waits for as well still comes.
    public func cancel() { task.cancel() }

    /// Returns when all have come, or cannot come.
    public func finished() async { await task.value }
}

extension LinkPictures {
    /// Fetches pictures for rows to come, in this order, as long as what it returns is held.
    public func ahead(_ paths: [String]) -> LinkPicturesAhead {
        LinkPicturesAhead(self, paths.filter { remembered($0) == nil })
    }
}
