import NoticeBoardBase

/// Holds the body of a streamed call while its head passes through the interceptors.
struct StreamSlot: Sendable {
    private let body = Locked<HTTPByteStream?>(nil)

    /// Puts the body of an attempt into the empty slot.
    func put(_ body: HTTPByteStream) { self.body.withLock { $0 = body } }

    /// Removes and returns the body; `nil` if there is none.
    func take() -> HTTPByteStream? { body.take() }

    /// Releases the body outside of the lock: that ends its transfer, which may use the slot.
    func empty() { _ = take() }
}
