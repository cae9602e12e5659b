import NoticeBoardBase
import NoticeBoardHTTP

/// The objects of the account that is signed in, one of each type: its context, outbox and pictures.
///
/// Only the session holds them. The registrations of their data are released with the session, so that a session that goes without a
/// sign-out lets go of everything.
final class AccountObjects: Sendable {
    private struct Content {
        var generation = SessionGeneration.first
        var objects: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        var registrations: [AccountRegistration] = []
    }

    private let content = Locked(Content())

    deinit { for registration in content.withLock({ $0.registrations }) { registration.release() } }

    /// The object of a type in a generation, if there is one.
    func object<Object: AnyObject & Sendable>(_ type: Object.Type, in generation: SessionGeneration) -> Object? {
        content.withLock { $0.generation == generation ? $0.objects[ObjectIdentifier(type)] as? Object : nil }
    }

    /// Keeps `new` unless there is such an object; returns the one that is kept, and whether it is new.
    func keep<Object: AnyObject & Sendable>(_ new: Object, in generation: SessionGeneration) -> (Object, isNew: Bool) {
        let (former, result) = content.withLock { content in
            var former = Content()
            if content.generation != generation { (former, content) = (content, Content(generation: generation)) }
            let type = ObjectIdentifier(Object.self)
            if let old = content.objects[type] as? Object { return (former, (old, false)) }
            content.objects[type] = new
            return (former, (new, true))
        }
        for registration in former.registrations { registration.release() }
        return result
    }

    /// Keeps the registration of an object's data, which is released with the session.
    func hold(_ registration: AccountRegistration) { content.withLock { $0.registrations.append(registration) } }

    /// Lets go of every object when the session ends; what registered stays until the next one begins.
    func clear() {
        // Released outside of the lock.
        _ = content.withLock { content in
            defer { content.objects = [:] }
            return content.objects
        }
    }
}
