import NoticeBoardKit
import SwiftUI

/// The open board with its search field.
struct BoardView: View {
    let list: ObservableScreen<PostList>
    let search: ObservableScreen<PostSearch>
    let page: ObservableScreen<PostPage>

    var body: some View {
        BoardContent(list: list, search: search)
            .searchable(
                text: Binding(get: { search.state.text }, set: { search.screen.setText($0) }), prompt: search.state.placeholder
            )
            .onSubmit(of: .search) { search.screen.submit() }
            .navigationTitle(list.state.title)
            .navigationDestination(for: Post.ID.self) { id in
                PostView(page: page) { page in
                    if search.state.isActive { page.open(id, from: search.screen) } else { page.open(id, from: list.screen) }
                }
            }
    }
}

/// The search while it is active, or the board's posts.
struct BoardContent: View {
    @Environment(\.isSearching) private var isSearching
    let list: ObservableScreen<PostList>
    let search: ObservableScreen<PostSearch>

    var body: some View {
        ZStack {
            if search.state.isActive { SearchView(search: search) } else { PostsView(list: list) }
        }
        .onChange(of: isSearching) { _, searching in
            if searching { search.screen.begin() } else { search.screen.end() }
        }
    }
}

struct PostsView: View {
    let list: ObservableScreen<PostList>

    var body: some View {
        List {
            switch list.state.display {
            case .placeholder: Spinner(phase: list.state.feed.refresh)
            case .empty: Text(list.state.emptyText ?? "")
            case .failure(let error): FailureView(error: error, retry: list.screen.retry)
            case .items: rows
            }
        }
        .refreshable { await list.screen.refreshAndWait() }
        .onAppear { list.screen.open() }
        .onDisappear { list.screen.close() }
    }

    @ViewBuilder private var rows: some View {
        if list.state.feed.newItemCount > 0 { Button("새 글 \(list.state.feed.newItemCount)개") { list.screen.refresh() } }
        if let error = list.state.feed.refresh.failure { FailureView(error: error, retry: list.screen.retry) }
        PostRows(screen: list.screen, feed: list.state.feed, builder: list.state.builder)
    }
}
