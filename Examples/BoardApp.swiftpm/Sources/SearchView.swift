import NoticeBoardKit
import SwiftUI

struct SearchView: View {
    let search: ObservableScreen<PostSearch>

    var body: some View {
        List {
            if let notice = search.state.bannerText { Text(notice).font(.caption) }
            switch search.state.display {
            case .placeholder: Spinner(phase: search.state.results.refresh)
            case .empty: Text(search.state.emptyText ?? "")
            case .failure(let error): FailureView(error: error, retry: search.screen.retry)
            case .items: rows
            }
        }
        .refreshable { await search.screen.refreshAndWait() }
        .opacity(search.state.showsPreviousResults ? 0.4 : 1)
    }

    @ViewBuilder private var rows: some View {
        switch search.state.mode {
        case .history: earlier(search.state.history)
        case .suggestions: earlier(search.state.suggestions)
        case .results: hits
        }
    }

    @ViewBuilder private func earlier(_ rows: [SearchRow]) -> some View {
        ForEach(rows) { row in
            Button {
                search.screen.choose(row)
            } label: {
                HStack {
                    Text(row.label).foregroundStyle(.secondary)
                    Marked(row.keyword, row.highlights)
                }
            }
            .accessibilityLabel(row.spoken)
            .swipeActions {
                if row.kind == .earlier { Button("삭제", role: .destructive) { search.screen.delete(row) } }
            }
        }
        if search.state.undoable > 0 { Button("실행 취소") { search.screen.undo() } }
    }

    @ViewBuilder private var hits: some View {
        if search.state.title != nil, let query = search.state.query {
            Text(query.target.label(in: search.state.language)).foregroundColor(.secondary) + Text(" ")
                + Text(query.keyword).bold()
        }
        PostRows(screen: search.screen, feed: search.state.results, builder: search.state.builder)
    }
}
