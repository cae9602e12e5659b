package import Foundation
package import NoticeBoardBase

/// Where an outbox may keep its drafts.
package enum OutboxLocation {
    /// Throws for an app group's folder: iOS kills an app that is suspended with a lock there, and the outbox holds the lock as
    /// long as it lives.
    package static func check(_ folder: URL) throws(NoticeBoardError) {
        guard folder.path.range(of: "/Containers/Shared/AppGroup/", options: .literal) != nil else { return }
        throw NoticeBoardError(
            .invalidInput, "Drafts are kept in a folder of the app's own, not in one of an app group.", remedy: Remedy.noAction)
    }
}
