import NoticeBoardBase

/// What becomes of files before they are sent.
public enum LinkUploadRule: Sendable, Hashable {
    /// Each is looked at by its content: what the service does not take, and pictures that are damaged, are refused, and
    /// pictures lose what cameras and programs write into them, the place above all.
    case cleaned
    /// They are sent as they are given; the name says of what kind they are.
    case asGiven

    /// Returns the form as it is sent.
    ///
    /// Throws before a file is read if no cleaning can bring the form below its limits.
    func ready(_ form: LinkPostForm, isNew: Bool) async throws -> LinkPostForm {
        try form.check(isNew: isNew, beforeCleaning: self == .cleaned)
        guard self == .cleaned, !form.files.isEmpty else { return form }
        var ready = form
        for index in ready.files.indices {
            try Task.checkCancellation()
            ready.files[index] = try ready.files[index].prepared()
        }
        // The limits hold for what is sent.
        try ready.check(isNew: isNew)
        return ready
    }

    /// The same for a profile.
    func ready(_ form: LinkProfileForm) async throws -> LinkProfileForm {
        try form.check(beforeCleaning: self == .cleaned)
        guard self == .cleaned, let picture = form.picture else { return form }
        var ready = form
        ready.picture = try picture.prepared()
        try ready.check()
        return ready
    }
}
