import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardSearch
import Testing

@MainActor @Suite("Post page and its list", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PostPageOrderTests {
    private let board = Board(id: 1, name: "가")

    private func state(_ ids: [Int], hasMore: Bool = false) -> PostList.State {
        var feed = FeedState<Post>()
        feed.items = FeedItems(ids.map { Post(id: $0, title: "글 \($0)", boardID: 1, contents: "<p>\($0)</p>") })
        (feed.isLoaded, feed.end) = (true, hasMore ? nil : .lastPage)
        return PostList.State(selection: .open(board), feed: feed)
    }

    @Test("Loads what the list would load for the opened row, without scrolling it")
    func order() {
        let (page, list) = (PostPage(on: board), AskedList(state([3, 2, 1], hasMore: true)))
        page.open(2, following: list)
        #expect(list.requests == [.rowAppeared(2)])
        page.next()
        page.next()
        #expect(list.requests.dropFirst(1) == [.rowAppeared(1), .older])
        #expect(page.state.isLoading)
        list.state = state([3, 2, 1, 0])
        #expect(list.requests.dropFirst(3) == [.rowAppeared(0)])
        #expect(page.state.post?.id == 0)
        #expect(!page.state.isLoading)
        page.previous()
        #expect(list.requests.dropFirst(4) == [.rowAppeared(1)])
        #expect(page.state.post?.id == 1)
    }

    @Test("Sends the list no requests after the page shows something else", arguments: 0...2)
    func left(way: Int) {
        let (page, list, other) = (PostPage(on: board), AskedList(state([3, 2, 1])), AskedList(state([9, 8])))
        page.open(2, following: list)
        let asked = list.requests
        switch way {
        case 0: page.clear()
        case 1: page.open(Post(id: 7, title: "글 7"))
        default: page.open(9, following: other)
        }
        let before = page.state
        list.state = state([2, 1])
        page.next()
        #expect(list.requests == asked)
        #expect(other.requests.count == (way == 2 ? 2 : 0))
        #expect(way == 2 ? page.state.post?.id == 8 : page.state == before)
    }

    @Test("Follows the list of a post that an observer opens while another one opens") func openedMeanwhile() {
        let page = PostPage(on: board)
        let list = AskedList(state([2, 1]))
        let other = AskedList(state([9, 8]))
        let observation = page.observe { if $0.post?.id == 2 { page.open(9, following: other) } }
        page.open(2, following: list)
        list.state = state([1])
        #expect(page.state.post?.id == 9)
        #expect(page.state.next?.id == 8)
        #expect(page.state.disappearance == nil)
        withExtendedLifetime(observation) {}
    }

    @Test("Requests nothing for a post that a whole list does not have") func absent() {
        let (page, whole) = (PostPage(on: board), AskedList(state([2, 1])))
        page.open(5, following: whole)
        #expect(whole.requests.isEmpty)
        #expect(page.state.failure?.code == .notFound)
        #expect(page.state.post == nil)
    }

    @Test("Keeps the list alive until the page is closed") func held() {
        let page = PostPage(on: board)
        var list: AskedList? = AskedList(state([2, 1], hasMore: true))
        weak let held = list
        if let list { page.open(1, following: list) }
        list = nil
        page.next()
        held?.state = state([2, 1, 0], hasMore: true)
        #expect(page.state.post?.id == 0)
        page.clear()
        #expect(held == nil)
    }
}
