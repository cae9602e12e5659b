import NoticeBoardPaging

/// An update that failed for a reason that may pass.
struct InterruptedUpdate: Sendable {
    let list: String
    let depth: Int
    let progress: @Sendable (PageProgress) -> Void
}
