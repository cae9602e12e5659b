public import Foundation
public import NoticeBoardBase

/// A draft as it is sent.
public struct OutboxParcel<Draft: OutboxDraft>: Sendable, Redacted {
    /// An attached file, and where it is.
    public struct File: Sendable, Hashable {
        /// The file.
        public let file: OutboxFile
        /// Where its bytes are.
        public let url: URL

        /// Creates a file to send.
        public init(file: OutboxFile, url: URL) {
            self.file = file
            self.url = url
        }
    }

    /// The draft.
    public let draft: Draft
    /// The attached files.
    public let files: [File]
    /// The idempotency key: the same for every attempt to send this text, in every launch.
    public let key: String
    /// Reports how much was sent, from 0 to 1; call it on any thread.
    public let progress: @Sendable (Double) -> Void

    /// Creates a parcel by hand, to test a sender.
    public init(draft: Draft, files: [File] = [], key: String, progress: @escaping @Sendable (Double) -> Void = { _ in }) {
        self.draft = draft
        self.files = files
        self.key = key
        self.progress = progress
    }
}
