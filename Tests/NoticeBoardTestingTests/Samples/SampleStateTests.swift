import Foundation
import NoticeBoardKit
import NoticeBoardSamples
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Samples, each as it is", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SampleStateTests {
    private func text(_ phase: LoadPhase) -> String {
        switch phase {
        case .idle: "idle"
        case .loading(let isSlow): isSlow ? "slow" : "loading"
        case .failed(let error): error.code.rawValue
        }
    }

    private func text(_ selection: BoardSelection.State) -> String {
        switch selection {
        case .pending: "pending"
        case .loading: "boards loading"
        case .failed(let error): error.code.rawValue
        case .noBoards: "no boards"
        case .signedOut: "signed out"
        case .nothing: "nothing"
        case .open(let board): "\(board.id)"
        }
    }

    /// The numbers of the posts, whether it was asked, loaded and kept, what is under way, how many there are and how it ends.
    private func text(_ feed: FeedState<Post>) -> String {
        let signs = (feed.wasRequested ? "a" : "-") + (feed.isLoaded ? "l" : "-") + (feed.isStale ? "o" : "-")
        let end = feed.end.map { "\($0)" } ?? "-"
        return "\(feed.items.ids) \(signs) \(text(feed.refresh)) \(text(feed.older)) \(feed.total.map { "\($0)" } ?? "-") \(end)"
    }

    private let hostile = "\(Array(100...112))"

    @Test("The boards and the posts of every day, member by member") func models() {
        #expect(Samples.now == Date(timeIntervalSince1970: 1_773_111_600))
        let rights = Board.Capability(isWritable: true, isManageable: false)
        let long = String(repeating: "아주 긴 이름의 게시판 ", count: 12)
        #expect(
            Samples.boards == [
                Board(id: 1, name: "공지사항", isFavorite: false, hasNewPosts: true, capability: rights),
                Board(id: 2, name: "자유게시판", isFavorite: true, hasNewPosts: false), Board(id: 3, name: "Engineering"),
                Board(id: 4, name: long),
            ])
        let lines = Samples.posts.map { post in
            let age = post.createdAt.map { "\(Int(Samples.now.timeIntervalSince($0)))" } ?? "-"
            let parts: [String] = [
                "\(post.id)", post.title, post.boardID.map { "\($0)" } ?? "-", post.boardName, post.writer?.name ?? "-", age,
                post.type.rawValue, "\(post.viewCount) \(post.commentCount) \(post.attachmentCount)", post.isNew ? "new" : "-",
                post.isAnonymous ? "anonymous" : "-", post.contents,
            ]
            return parts.joined(separator: "|")
        }
        #expect(
            lines == [
                "5|3월 전체 회의 안내|1|공지사항|김민수|18000|notice|35 2 2|-|-|"
                    + "<p>회의는 <b>금요일</b> 오후 2시에 있습니다.</p><ul><li>안건</li><li>기타</li></ul>",
                "4|[Re] 메일 점검 일정|1|공지사항|김민수|14400|reply|28 1 0|new|-|메일 점검은 자정에 끝납니다.",
                "3|건의합니다|1||-|86400|normal|0 0 0|-|anonymous|점심 메뉴를 늘려 주세요.",
                "2|Parking|1|공지사항|김민수|7200|normal|14 2 0|-|-|Please <a href=\"https://example.com/parking\">read this</a>.",
                "1|.|-||-|-|normal|0 0 0|-|-|",
            ])
        #expect(Samples.failures.map(\.code) == [.unreachable, .unreadableResponse])
        #expect(Samples.failures[1].remedy == .updateApp && Samples.failures[0].remedy != .updateApp)
    }

    @Test("Long and hostile posts are as long as they were made, and all of the first board") func lengths() {
        let long = Samples.longPost
        #expect(long.id == 6 && long.title == String(repeating: "끝이 없는 제목 ", count: 60) && long.contents.utf8.count == 144_000)
        #expect(long.attachmentCount == 99 && long.viewCount == 42 && long.commentCount == 0 && !long.isNew)
        #expect(Samples.hostilePosts.map(\.id) == Array(100...112))
        #expect(Samples.hostilePosts.map(\.title) == Samples.hostileContents.map(\.name))
        #expect(Samples.hostilePosts.map(\.contents) == Samples.hostileContents.map(\.state))
        #expect(Samples.hostilePosts.allSatisfy { $0.boardID == 1 && $0.attachmentCount == 0 && !$0.isNew })
        let counts = Dictionary(uniqueKeysWithValues: Samples.hostileContents.map { ($0.name, $0.state.utf8.count) })
        for (name, count) in [
            ("tags that are never closed", 16_006), ("quotations too deep", 120_006), ("entities of entities", 4_006),
            ("marks without an end", 4_006), ("one word without an end", 60_000),
        ] { #expect(counts[name] == count, "\(name)") }
    }

    @Test("The look: Korean, the time of today, yesterday by its name, sixty characters, at the samples' moment") func look() {
        let style = Samples.look.style
        #expect(style.language == .korean && style.snippetLength == 60 && Samples.look.now == Samples.now)
        #expect(style.date == PostDateFormat(language: .korean, showsTimeToday: true, namesYesterday: true))
        #expect(Samples.look.marking == nil && Samples.look.reading == nil)
    }

    @Test("Lists of posts") func lists() {
        let posts = "[5, 4, 3, 2, 1]"
        #expect(
            Samples.lists.map { "\($0.name): \(text($0.state.selection)) \(text($0.state.feed))" } == [
                "not asked for: pending [] --- idle idle - -", "no board: nothing [] --- idle idle - -",
                "loading: 1 [] a-- loading idle - -", "loading slowly: 1 [] a-- slow idle - -",
                "empty: 1 [] al- idle idle 0 lastPage", "failed: 1 [] a-- unreachable idle - -",
                "posts: 1 \(posts) al- idle idle - lastPage", "loading more: 1 \(posts) al- idle slow - -",
                "more failed: 1 \(posts) al- idle unreachable - -", "refresh failed: 1 \(posts) al- unreadableResponse idle - -",
                "kept from before: 1 \(posts) alo idle idle - -", "long: 4 [6, 5, 4, 3, 2, 1] al- idle idle 123456789 -",
                "hostile: 1 \(hostile) al- idle idle - lastPage",
            ])
        #expect(Samples.lists.allSatisfy { $0.state.look == Samples.look && $0.id == $0.name })
    }

    @Test("Menus of boards") func menus() {
        let received = Samples.menus.map { sample in
            let boards = sample.state.boards.value.map { "\($0.map(\.id))" } ?? "-"
            return "\(sample.name): \(boards) \(text(sample.state.boards.phase)) \(text(sample.state.selection))"
        }
        #expect(
            received == [
                "not asked for: - idle pending", "loading slowly: - slow pending", "empty: [] idle pending",
                "failed: - unreachable pending", "boards: [1, 2, 3, 4] idle 1",
                "refresh failed: [1, 2, 3, 4] unreachable pending",
            ])
        #expect(Samples.menus.allSatisfy { $0.state.language == .korean && !$0.state.boards.isStale && $0.state.skipped == 0 })
    }

    @Test("Searches") func searches() throws {
        let received = Samples.searches.map { sample in
            let state = sample.state
            let signs = (state.isActive ? "a" : "-") + (state.isHistoryRead ? "h" : "-")
            let failure = (state.refusal ?? state.historyFailure)?.code.rawValue ?? "-"
            return "\(sample.name): \(state.mode) \(signs) '\(state.text)' \(failure) \(text(state.results))"
        }
        #expect(
            received == [
                "history not read: history a- '' - [] --- idle idle - -", "no history: history ah '' - [] --- idle idle - -",
                "history failed: history a- '' fileUnavailable [] --- idle idle - -",
                "suggestions: suggestions a- '메일' - [] --- idle idle - -",
                "no board: history a- '' noBoardSelected [] --- idle idle - -",
                "searching: results a- '메일' - [] a-- slow idle - -",
                "nothing found: results a- '메일' - [] al- idle idle - lastPage",
                "failed: results a- '메일' - [] a-- unreachable idle - -",
                "found: results a- '메일' - [5, 4, 3, 2, 1] al- idle idle - lastPage",
                "hostile: results a- '메일' - \(hostile) al- idle idle - -",
            ])
        let query = try #require(SearchQuery("메일", target: .all, in: 1))
        for (index, state) in Samples.searches.map(\.state).enumerated() {
            let isAnswered = index >= 5
            #expect(state.query == (isAnswered ? query : nil) && state.answered == state.query)
            #expect(state.title == (isAnswered ? SearchTitle("메일", target: .all, in: .korean) : nil))
            #expect(
                state.look.marking == (isAnswered ? HighlightRules(Highlighter("메일")) : nil)
                    && state.look.style == Samples.look.style)
            let suggestions = SearchTarget.wellKnown.map { SearchRow($0, keyword: "메일", in: .korean) }
            #expect(state.suggestions == (index == 3 ? suggestions : []) && state.history.isEmpty)
        }
        #expect(Samples.searches[2].state.refusal == nil && Samples.searches[4].state.historyFailure == nil)
    }

    @Test("Pages of posts") func pages() async {
        // Hostile contents take a while.
        let pages = await withOwnThread { Samples.pages }
        let received = pages.map { sample in
            let state = sample.state
            let around = [state.previous?.id, state.next?.id, state.place, state.total, state.hit, state.board?.id]
                .map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
            let received = state.notice?.rawValue ?? state.failure?.code.rawValue ?? "-"
            return
                "\(sample.name): \(state.post.map { "\($0.id)" } ?? "-") \(around) \(received) \(state.content == nil ? "-" : "c")"
        }
        let ways = [
            "nothing open: - - - - - - - - -", "being made: 5 - - - - - - - -", "a post: 5 - 4 0 5 - 1 - c",
            "hits: 4 - - - - 0 1 - c",
            "no contents: 1 - - - - - 1 - c", "long: 6 - - - - 0 1 - c", "not there: - - - - - - - notFound -",
            "deleted: 5 - - - - - 1 deleted c", "unlisted: 5 - - - - - 1 unlisted c", "boardGone: 5 - - - - - 1 boardGone c",
        ]
        #expect(Array(received.prefix(ways.count)) == ways)
        let rest = pages.dropFirst(ways.count)
        #expect(rest.map(\.name) == Samples.hostileContents.map { "hostile: \($0.name)" })
        #expect(
            rest.compactMap(\.state.post?.id) == Array(100...112)
                && rest.allSatisfy { $0.state.board?.id == 1 && $0.state.notice == nil })
        #expect(pages.allSatisfy { ($0.state.look.marking != nil) == ($0.state.content != nil) })
        #expect(pages.allSatisfy { $0.state.content == nil || $0.state.content?.source == $0.state.post?.contents })
    }
}
