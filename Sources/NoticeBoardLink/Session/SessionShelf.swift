import NoticeBoardBase
import NoticeBoardHTTP

/// What belongs to whoever is signed in and there is one of.
final class SessionShelf: Sendable {
    private struct Content {
        var epoch = SessionEpoch.first
        var things: [ObjectIdentifier: any SessionBelonging] = [:]
    }

    private let content = Locked(Content())

    /// The one of a kind in an epoch, if there is one.
    func one<Belonging: SessionBelonging>(_ kind: Belonging.Type, in epoch: SessionEpoch) -> Belonging? {
        content.withLock { $0.epoch == epoch ? $0.things[ObjectIdentifier(kind)] as? Belonging : nil }
    }

    /// Puts `new` there, unless there is one; gives the one that is there then, and whether it is new.
    func put<Belonging: SessionBelonging>(_ new: Belonging, in epoch: SessionEpoch) -> (Belonging, isNew: Bool) {
        content.withLock { content in
            if content.epoch != epoch { content = Content(epoch: epoch) }
            let kind = ObjectIdentifier(Belonging.self)
            if let old = content.things[kind] as? Belonging { return (old, false) }
            content.things[kind] = new
            return (new, true)
        }
    }

    /// Lets everything go: nobody is signed in.
    func clear() { content.withLock { $0.things = [:] } }
}
