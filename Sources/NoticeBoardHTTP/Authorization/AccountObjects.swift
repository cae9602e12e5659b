import NoticeBoardBase

/// The objects of the account that is signed in, one of each type: its store, outbox and pictures.
///
/// Only the session holds them, and the registrations of their data, which it releases when it is deallocated.
final class AccountObjects: Sendable {
    private struct Content {
        var generation: SessionGeneration?
        var objects: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        var registrations: [AccountRegistration] = []
    }

    private let content = Locked(Content())

    deinit { for registration in content.withLock({ $0.registrations }) { registration.release() } }

    /// Returns the object of a type for a generation, if it exists.
    func object<Object: AnyObject & Sendable>(_ type: Object.Type, in generation: SessionGeneration) -> Object? {
        content.withLock { $0.generation == generation ? $0.objects[ObjectIdentifier(type)] as? Object : nil }
    }

    /// Stores `new` unless such an object exists; returns the stored object and whether it is new.
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

    /// Holds the registration of an object's data until an object of a later sign-in is stored, or the session is deallocated.
    func hold(_ registration: AccountRegistration) { content.withLock { $0.registrations.append(registration) } }

    /// Releases all objects when the session ends.
    ///
    /// Their registrations are kept: erasing the data still needs them.
    func clear() {
        // Outside the lock: a `deinit` may call back.
        _ = content.withLock { content in
            defer { content.objects = [:] }
            return content.objects
        }
    }
}
