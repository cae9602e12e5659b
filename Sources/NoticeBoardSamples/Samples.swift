public import Foundation
public import NoticeBoardKit
import NoticeBoardScreens

/// Screen states of a board app for previews, snapshots and tests: loading, empty, failed, with long and with hostile content.
///
/// ```swift
/// #Preview { ForEach(Samples.lists) { PostListView(state: $0.state) } }
/// ```
///
/// They are the same on every machine and day: pass `Samples.now` to a row builder as the time.
public enum Samples {
    /// A state with a name.
    public struct Sample<State: Sendable & Equatable>: Sendable, Identifiable {
        /// The sample's name, such as `failed`; stable across releases.
        public let name: String
        /// The state.
        public let state: State

        /// Creates a sample of the app's own.
        public init(_ name: String, _ state: State) { (self.name, self.state) = (name, state) }

        /// The name.
        public var id: String { name }
    }

    /// The current time of the samples: noon of March 10, 2026, in Korea.
    public static let now = Date(timeIntervalSince1970: 1_773_111_600)

    /// Boards: an ordinary one, one with new posts, a favorite, and one with a very long name.
    public static let boards = [
        Board(id: 1, name: "공지사항", hasNewPosts: true, isWritable: true),
        Board(id: 2, name: "자유게시판", isFavorite: true), Board(id: 3, name: "Engineering"),
        Board(id: 4, name: String(repeating: "아주 긴 이름의 게시판 ", count: 12)),
    ]

    /// Everyday posts of the first board: a notice, a reply, an anonymous post, one with files, one without content.
    public static let posts = [
        post(5, "3월 전체 회의 안내", type: .notice, "<p>회의는 <b>금요일</b> 오후 2시에 있습니다.</p><ul><li>안건</li><li>기타</li></ul>", files: 2),
        post(4, "[Re] 메일 점검 일정", type: .reply, "메일 점검은 자정에 끝납니다.", isNew: true),
        Post(id: 3, title: "건의합니다", boardID: 1, contents: "점심 메뉴를 늘려 주세요.", createdAt: now - 86_400, isAnonymous: true),
        post(2, "Parking", "Please <a href=\"https://example.com/parking\">read this</a>."), Post(id: 1, title: "."),
    ]

    /// A post that is longer than any screen.
    public static let longPost = post(
        6, String(repeating: "끝이 없는 제목 ", count: 60), String(repeating: "<p>긴 내용의 한 단락입니다. 메일로 회신해 주세요.</p>", count: 2_000),
        files: 99)

    /// Posts with hostile content.
    public static let hostilePosts = hostileContents.enumerated().map { index, contents in
        post(100 + index, contents.name, contents.state)
    }

    /// Content that attacks a renderer: scripts, misleading links, tracking images, broken or deep nesting, direction marks.
    public static let hostileContents: [Sample<String>] = [
        Sample("a script", "<script>alert('메일')</script><p onclick=\"alert(1)\">메일</p>"),
        Sample("links that run", "<a href=\"javascript:alert(1)\">메일</a> <a href=\"data:text/html,x\">메일</a>"),
        Sample("a link that hides where it leads", "<a href=\"https://bank.example@evil.example/\">메일</a>"),
        Sample("a picture that tells who reads", "<img src=\"https://evil.example/?who=me\" alt=\"그림\">메일"),
        Sample("tags that are never closed", String(repeating: "<div><b>", count: 2_000) + "메일"),
        Sample("an attribute that is never closed", "<p title=\"메일</p><p>메일</p>"),
        Sample("quotations too deep", String(repeating: "<blockquote>", count: 10_000) + "메일"),
        Sample("entities of entities", String(repeating: "&amp;lt;", count: 500) + "메일"),
        Sample("a direction that is turned", "\u{202E}메일\u{2066} gpj.exe \u{202B}א"),
        Sample("characters that steer", "메일\u{0}\u{7}\u{1B}[2J\u{8}&#27;[2J"),
        Sample("marks without an end", "메일" + String(repeating: "\u{301}", count: 2_000)),
        Sample("one word without an end", String(repeating: "메", count: 20_000)),
        Sample("nothing to see", "<p>\u{200B}&nbsp;</p><style>메일</style><!-- 메일 -->"),
    ]

    /// A failure that the user can fix, and one that they can't.
    public static let failures = [NoticeBoardError(.unreachable), NoticeBoardError(.unreadableResponse, remedy: .updateApp)]

    private static func post(
        _ id: Int, _ title: String, type: PostType = .normal, _ contents: String, files: Int = 0, isNew: Bool = false
    ) -> Post {
        Post(
            id: id, title: title, boardID: 1, boardName: "공지사항", writer: Writer(name: "김민수"), contents: contents,
            createdAt: now - Double(id * 3_600), type: type, viewCount: id * 7, commentCount: id % 3, attachmentCount: files,
            isNew: isNew)
    }
}
