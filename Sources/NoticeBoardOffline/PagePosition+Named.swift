import NoticeBoardPaging

extension PagePosition {
    /// Whether the service names the position: a cursor or a page number.
    var isNamed: Bool { if case .offset = self { false } else { true } }
}
