/// How the list differs from the service.
struct Difference {
    /// A kind of difference.
    enum Kind: Hashable {
        case rowTwice
        /// A gap is left.
        case gap
        /// Rows are shown that were deleted.
        case deletedRow(isProven: Bool, DeletedPosition)
        /// Rows of the service are not shown.
        case missingRow(isProven: Bool)
        case order
        /// A row is shown in an older version.
        case oldVersion(isProven: Bool)
        /// `total` or `newItemCount` is wrong.
        case count
    }

    /// Where deleted rows are shown.
    enum DeletedPosition: Hashable {
        /// All are below the last living row.
        case bottom
        case middle
    }

    let kind: Kind
    let detail: String
}

extension Difference.Kind {
    /// "Proven" means that a page of this round showed it; "unread", that none did.
    var name: String {
        switch self {
        case .rowTwice: "row twice"
        case .gap: "gap"
        case .deletedRow(let isProven, .bottom): "deleted row \(Self.proof(isProven)), bottom"
        case .deletedRow(let isProven, .middle): "deleted row \(Self.proof(isProven)), middle"
        case .missingRow(let isProven): "missing row \(Self.proof(isProven))"
        case .order: "order"
        case .oldVersion(let isProven): "old version \(Self.proof(isProven))"
        case .count: "count"
        }
    }

    private static func proof(_ isProven: Bool) -> String { isProven ? "proven" : "unread" }
}
