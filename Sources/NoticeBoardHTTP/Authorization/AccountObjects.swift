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

    /// Stores `new` unless such an object exists; returns the object to use and whether it was stored.
    ///
    /// An object of a generation that has passed is not stored: another account may have objects already.
    func keep<Object: AnyObject & Sendable>(_ new: Object, in generation: SessionGeneration) -> (Object, isNew: Bool) {
        let (former, result) = content.withLock { content in
            var former = Content()
            if let known = content.generation, generation.number < known.number { return (former, (new, false)) }
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

    /// Releases an object that was made too late.
    func remove<Object: AnyObject & Sendable>(_ object: Object, in generation: SessionGeneration) {
        let type = ObjectIdentifier(Object.self)
        content.withLock { content in
            // The caller holds the object, so it is not deallocated under the lock.
            if content.generation == generation, content.objects[type] === object { content.objects[type] = nil }
        }
    }

    /// Releases the objects of generations before `generation`.
    ///
    /// Their registrations are kept: erasing the data still needs them.
    func clear(before generation: SessionGeneration) {
        // Outside the lock: a `deinit` may call back.
        _ = content.withLock { content in
            guard let known = content.generation, known.number < generation.number else { return [:] }
            defer { content.objects = [:] }
            return content.objects
        }
    }
}
