import NoticeBoardBase
import NoticeBoardHTTP

/// What belongs to the account that is signed in, one of a kind.
///
/// The session alone holds it. The token session knows it weakly, since it is held by what it would hold.
final class AccountObjects: Sendable {
    private struct Content {
        var generation = SessionGeneration.first
        var things: [ObjectIdentifier: any SessionScoped] = [:]
    }

    private let content = Locked(Content())

    /// The one of a kind in an epoch, if there is one.
    func one<Belonging: SessionScoped>(_ kind: Belonging.Type, in generation: SessionGeneration) -> Belonging? {
        content.withLock { $0.generation == generation ? $0.things[ObjectIdentifier(kind)] as? Belonging : nil }
    }

    /// Puts `new` there, unless there is one; gives the one that is there then, and whether it is new.
    func put<Belonging: SessionScoped>(_ new: Belonging, in generation: SessionGeneration) -> (Belonging, isNew: Bool) {
        content.withLock { content in
            if content.generation != generation { content = Content(generation: generation) }
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
final class WeakBelonging<Belonging: SessionScoped & AnyObject>: SessionScoped {
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
