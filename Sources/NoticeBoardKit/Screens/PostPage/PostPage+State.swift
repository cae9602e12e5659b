public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

extension PostPage {
    /// How a post went away while it was open; it stays visible.
    public enum Disappearance: String, Sendable, CaseIterable {
        /// The post was deleted.
        case deleted
        /// The post left its list: it was deleted or moved, or the search does not find it any more.
        case unlisted
        /// The board was deleted, or another one was opened.
        case boardGone

        /// The sentence for the reader.
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

    /// The state of a post page.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable, FailingState {
        /// The post; `nil` while none is open.
        public var post: Post?
        /// How the title, the date and the like look, with the matches of a search.
        public var builder: PostRowBuilder
        /// The contents; `nil` while they are being prepared.
        public var content: PostContent?
        /// The index of the current hit; `nil` without hits.
        public var hitIndex: Int?
        /// The post before this one in its list.
        public var previous: Post?
        /// The post behind this one in its list.
        public var next: Post?
        /// The index in the list, while the post is in it.
        public var indexInList: Int?
        /// The number of posts in the list, if the service says so.
        public var total: Int?
        /// Whether more of the list can be loaded.
        public var hasMore = false
        /// Whether the opened post or the next one is being loaded.
        public var isLoading = false
        /// How many posts of the list were searched for the opened one, which is not among them.
        public var searchedPosts: Int?
        /// The board of the post, if it is known.
        public var board: Board?
        /// How the post went away, if it did.
        public var disappearance: Disappearance?
        /// When the post was stored on the device, if it is a kept one; `nil` once its list was refreshed.
        public var storedAt: Date?
        /// Why the post, or the next one, could not be loaded.
        public var failure: NoticeBoardError?

        /// Creates the state of a page that shows a post, or none.
        public init(
            _ post: Post? = nil, content: PostContent? = nil, builder: PostRowBuilder = PostRowBuilder(), board: Board? = nil
        ) {
            self.post = post
            self.content = content
            self.builder = builder
            self.board = board
            hitIndex = content?.hits.isEmpty == false ? 0 : nil
        }

        /// The language of the texts.
        public var language: Language { builder.style.language }
        /// What to draw above the contents: badge, title, writer, date and the like.
        public var row: PostRow? { post.map { PostRow($0, builder: builder) } }

        /// The one thing that the page shows.
        public var display: FeedDisplay {
            if post == nil, let failure { return .failure(failure) }
            guard let content else { return .placeholder }
            return content.isEmpty ? .empty : .items
        }

        /// Why the page has stopped; `nil` while it loads, and if nothing failed.
        package var restingFailure: NoticeBoardError? { isLoading ? nil : failure }

        /// The sentence to show when ``display`` is `.empty`.
        public var emptyText: String? {
            guard display == .empty else { return nil }
            return language.text("page.empty", korean: "내용이 없습니다.", english: "There are no contents.")
        }

        /// A sentence to show above the post: how it went away, or why the next one could not be loaded.
        ///
        /// If the opened post was not found: how many posts of the list were searched.
        public var bannerText: String? {
            if let searchedPosts {
                return language.text(
                    "page.searched", [searchedPosts], korean: "목록의 처음 \(searchedPosts)개 게시글에서 찾을 수 없습니다.",
                    english: "The post is not among the first \(searchedPosts) of the list.")
            }
            guard post != nil else { return nil }
            return disappearance?.text(in: language) ?? failure?.text(in: language)
        }
        /// The sentence to show below contents that are too long to be shown whole.
        public var cutText: String? {
            guard content?.body.isCut == true else { return nil }
            return language.text(
                "page.cut", korean: "내용이 너무 길어 일부만 표시합니다.", english: "The contents are too long to be shown whole.")
        }

        /// The number of attached files in words; `nil` without any.
        ///
        /// The service does not name them.
        public var attachmentText: String? { post?.attachmentText(in: language) }

        /// Whether the user may write on the post's board, a reply for example; false if the service does not say.
        public var canWrite: Bool { board?.isWritable ?? false }
        /// Whether the user may manage the post's board; false if the service does not say.
        public var canManage: Bool { board?.isManageable ?? false }
        /// Whether the user wrote the post; false if the service does not say.
        public var isOwner: Bool { post?.isOwner ?? false }

        /// The position among the hits, such as `2/7`; `nil` without hits.
        public var hitText: String? {
            guard let hitIndex, let count = content?.hits.count, count > 0 else { return nil }
            return "\(hitIndex + 1)/\(count)"
        }
        /// The current hit, to scroll to and to draw differently from the others.
        public var currentHit: PostContent.Hit? {
            guard let hits = content?.hits, let hitIndex, hits.indices.contains(hitIndex) else { return nil }
            return hits[hitIndex]
        }
        /// Goes to another hit, around the ends.
        mutating func step(by step: Int) {
            guard let hitIndex, let count = content?.hits.count, count > 0 else { return }
            self.hitIndex = (hitIndex + step + count) % count
        }

        /// Shows contents; the current hit stays if the same hits are found again.
        mutating func show(_ content: PostContent) {
            let isSame = self.content?.hits.count == content.hits.count
            self.content = content
            if content.hits.isEmpty {
                hitIndex = nil
            } else if !isSame {
                hitIndex = 0
            }
        }

        /// Sets what the list says: the posts around this one, of which `behind` is the index of the next.
        mutating func setNeighbors(in list: FeedState<Post>, behind: Int) {
            let before = (indexInList ?? behind) - 1
            previous = list.items.indices.contains(before) ? list.items[before] : nil
            next = list.items.indices.contains(behind) ? list.items[behind] : nil
            hasMore = list.hasMore
            total = list.total
            storedAt = list.storedAt
        }

        /// Whether there is a next post, or one may be loaded.
        public var hasNext: Bool { next != nil || hasMore }
        /// Whether there is a previous post.
        public var hasPrevious: Bool { previous != nil }
    }
}

extension FeedState {
    /// Whether there is more of the list to load.
    var hasMore: Bool { isLoaded && end == nil }
    /// Whether the list was not requested, and shows kept items at most.
    var isUnrequested: Bool { !wasRequested && (isStale || !isLoaded) }
    /// Whether nothing is being loaded.
    var isResting: Bool { !refresh.isLoading && !older.isLoading }
}
