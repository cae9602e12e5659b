public import NoticeBoardBase

extension AccountSession {
    /// Returns the account's object of a type, the same one for every caller; `nil` if no account is signed in.
    ///
    /// ```swift
    /// let drafts = session.object { account in
    ///     Drafts(of: account.id, client: plain.authorized(by: account.authorization), in: folder)
    /// } register: { drafts, account in
    ///     [session.scope.register(for: account.id, erasing: [drafts.file])]
    /// }
    /// ```
    ///
    /// The session holds the object until it ends. The first caller's arguments count.
    ///
    /// - Parameters:
    ///   - make: Creates the object on the first call.
    ///   - register: Registers a new object's data with ``scope``, for this account alone, so that they are erased with it. The
    ///     session keeps the registrations until an object of a later sign-in is created, or the session is released. Register
    ///     the object itself weakly, or not at all.
    ///   - end: Ends an object that was created while the account signed out.
    /// - Returns: The object.
    public func object<Object: AnyObject & Sendable>(
        _ make: (SignedInAccount) -> Object,
        register: (Object, SignedInAccount) -> [AccountRegistration] = { _, _ in [] }, end: (Object) -> Void = { _ in }
    ) -> Object? {
        let generation = tokens.generation
        guard let credentials = tokens.credentials else { return nil }
        if let object = objects.object(Object.self, in: generation) { return object }
        let account = SignedInAccount(
            id: credentials.account ?? "", generation: generation,
            authorization: ConfirmingAuthorization(tokens: tokens, status: status, generation: generation))
        let (object, isNew) = objects.keep(make(account), in: generation)
        if isNew {
            for registration in register(object, account) { objects.hold(registration) }
        }
        // A sign-out in between may have missed the new object; the next sign-in may be the same account's.
        guard tokens.generation == generation else {
            objects.remove(object, in: generation)
            end(object)
            return nil
        }
        return object
    }

    /// Returns the object of a type if it was created in this generation.
    package func object<Object: AnyObject & Sendable>(_ type: Object.Type, in generation: SessionGeneration) -> Object? {
        objects.object(type, in: generation)
    }

    /// Keeps the registration of an object's data until an object of a later sign-in is created, or the session is released.
    package func hold(_ registration: AccountRegistration) { objects.hold(registration) }

    /// Authorizes requests in the name of the account of one generation, and of no account after it.
    package func authorization(in generation: SessionGeneration) -> any HTTPInterceptor {
        ConfirmingAuthorization(tokens: tokens, status: status, generation: generation)
    }
}
