public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

extension PostPage {
    /// What became of a post while somebody read it; what is shown of it stays.
    public enum Notice: String, Sendable, Hashable, CaseIterable {
        /// It was deleted.
        case deleted
        /// The list from which it was opened holds it no more: it was deleted, moved, or is not found any more.
        case unlisted
        /// Its board was deleted, or another one was opened.
        case boardGone

        /// What there is to say about it.
        public func text(in language: Language) -> String {
            switch self {
            case .deleted: language.text("page.deleted", korean: "삭제된 게시글입니다.", english: "This post was deleted.")
            case .unlisted:
                language.text(
                    "page.unlisted", korean: "이 게시글은 더 이상 목록에 없습니다.", english: "This post is no longer in the list.")
            case .boardGone:
                language.text(
                    "page.boardGone", korean: "이 게시판은 더 이상 열려 있지 않습니다.", english: "This board is no longer open.")
            }
        }
    }

    /// What is to be seen of a post.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable {
        /// The post; nothing while none is open.
        public var post: Post?
        /// How its title, its date and the like look, with what the search that it came from marks in them.
        public var builder: PostRowBuilder
        /// What it says; nothing while that is made.
        public var content: PostContent?
        /// The hit that the reader stands at, counted from 0; nothing where there are none.
        public var hit: Int?
        /// The post before it in the list from which it was opened.
        public var previous: Post?
        /// The post behind it.
        public var next: Post?
        /// Its place in the list, counted from 0, while it stands there.
        public var place: Int?
        /// How many posts the list has, as far as that is known.
        public var total: Int?
        /// Whether the list has more, beyond what was loaded of it.
        public var hasMore = false
        /// Whether the next post is wanted and still on its way.
        public var isWaitingForNext = false
        /// Why the next post could not be loaded; nothing once it was, whoever had the list go on.
        public var olderFailure: NoticeBoardError?
        /// The board on which it stands, as far as that is known.
        public var board: Board?
        /// What became of it while it was read.
        public var notice: Notice?
        /// When the post was stored on the device, if it is a kept one; `nil` once its list was refreshed.
        public var storedAt: Date?
        /// Why there is nothing to see.
        public var failure: NoticeBoardError?

        /// What is to be seen of a post; nothing, unless told otherwise.
        public init(
            _ post: Post? = nil, content: PostContent? = nil, builder: PostRowBuilder = PostRowBuilder(), board: Board? = nil
        ) {
            (self.post, self.content, self.builder, self.board) = (post, content, builder, board)
            hit = content?.hits.isEmpty == false ? 0 : nil
        }

        /// The language of what is said.
        public var language: Language { builder.style.language }
        /// Everything to draw above the contents: badge, title, writer, date and the like.
        public var row: PostRow? { post.map { PostRow($0, builder: builder) } }

        /// The one thing that the page shows.
        public var display: FeedDisplay {
            if let failure { return .failure(failure) }
            guard let content else { return .placeholder }
            return content.isEmpty ? .empty : .items
        }

        /// What stands where the contents would, when there are none.
        public var emptyText: String? {
            guard display == .empty else { return nil }
            return language.text("page.empty", korean: "내용이 없습니다.", english: "There are no contents.")
        }

        /// What to say about what became of the post; nothing where all is as it was.
        public var noticeText: String? { notice?.text(in: language) }
        /// What to say below contents that are too long to be shown whole.
        public var cutText: String? {
            guard content?.body.isCut == true else { return nil }
            return language.text(
                "page.cut", korean: "내용이 너무 길어 일부만 표시합니다.", english: "The contents are too long to be shown whole.")
        }

        /// How many files are attached; the service does not tell which.
        public var attachmentCount: Int { post?.attachmentCount ?? 0 }
        /// The same in words; nothing where there are none.
        public var attachmentText: String? { post?.attachmentText(in: language) }

        /// Whether the user may write on the post's board, a reply for example; false where the service does not say.
        public var canWrite: Bool { board?.capability?.isWritable ?? false }
        /// Whether the user may manage the post's board; false where the service does not say.
        public var canManage: Bool { board?.capability?.isManageable ?? false }
        /// Whether the user wrote the post; false where the service does not say.
        public var isOwner: Bool { post?.isOwner ?? false }

        /// Where the reader stands among the hits: `2/7`; nothing where there are none.
        public var hitText: String? {
            guard let hit, let count = content?.hits.count, count > 0 else { return nil }
            return "\(hit + 1)/\(count)"
        }
        /// The hit that the reader stands at, to be scrolled to and drawn otherwise than the others.
        public var currentHit: PostContent.Hit? {
            guard let hits = content?.hits, let hit, hits.indices.contains(hit) else { return nil }
            return hits[hit]
        }
        /// Whether there is a post to go on to, or one may be loaded.
        public var hasNext: Bool { next != nil || hasMore }
        /// Whether there is one to go back to.
        public var hasPrevious: Bool { previous != nil }
    }
}
