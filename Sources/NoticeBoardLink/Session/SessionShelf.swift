import NoticeBoardBase
import NoticeBoardHTTP

/// What belongs to the account that is signed in, one of a kind.
///
/// The session alone holds it. The token session knows it weakly, since it is held by what it would hold.
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

/// Ends and erases a belonging as long as the shelf, or a screen, holds it.
final class WeakBelonging<Belonging: SessionBelonging & AnyObject>: SessionBelonging {
    private struct Content {
        weak var belonging: Belonging?
        /// Held from the end of the session until it is erased, since the shelf lets it go in between.
        var ended: Belonging?
    }

    private let content: Locked<Content>

    init(_ belonging: Belonging) { content = Locked(Content(belonging: belonging)) }

    func end() {
        let belonging = content.withLock { content in
            content.ended = content.belonging
            return content.ended
        }
        belonging?.end()
    }

    func erase() async {
        let belonging = content.withLock { content in
            defer { content.ended = nil }
            return content.ended
        }
        await belonging?.erase()
    }
}
