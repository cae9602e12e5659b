import Foundation

/// What a post is ordered by, packed into one number: the smaller stands first.
///
/// The highest bit says that it is no notice. The others count downwards, in units of 2⁻²³ seconds, which is as fine as a
/// `Date` of these years can be. What is further from 2001 than 8,700 years either way counts as that far, and a post without
/// a date as older than all.
struct PostRank: Comparable {
    private let packed: UInt64

    init(_ post: Post) {
        let section: UInt64 = post.type == .notice ? 0 : 1 << 63
        packed = section | (post.createdAt.map(Self.age) ?? Self.oldest)
    }

    private static let oldest: UInt64 = 1 << 63 - 1

    private static func age(_ date: Date) -> UInt64 {
        let units = (date.timeIntervalSinceReferenceDate * 0x1p23).rounded()
        // A date that is not a number is none.
        guard !units.isNaN else { return oldest }
        return UInt64(1 << 61 - Int64(max(-0x1p61, min(0x1p61, units))))
    }

    static func < (left: Self, right: Self) -> Bool { left.packed < right.packed }
}

/// A post's rank and where it stood: equal ranks keep their order, whichever sort is used.
struct PostPlace: Comparable {
    let rank: PostRank
    let index: Int

    static func < (left: Self, right: Self) -> Bool {
        left.rank == right.rank ? left.index < right.index : left.rank < right.rank
    }
}
