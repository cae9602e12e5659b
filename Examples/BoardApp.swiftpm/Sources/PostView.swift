import NoticeBoardKit
import SwiftUI

/// A post that was opened from the list or the search.
struct PostView: View {
    let page: ObservableScreen<PostPage>
    let open: @MainActor (PostPage) -> Void

    var body: some View {
        ScrollViewReader { scroll in
            ScrollView { contents.padding() }
                .onChange(of: page.state.currentHit) { _, hit in
                    if let hit { scroll.scrollTo(hit.block, anchor: .center) }
                }
        }
        .navigationBarTitleDisplayMode(.inline)
        .toolbar {
            HStack {
                if let hits = page.state.hitText {
                    Button(hits) { page.screen.nextHit() }.accessibilityLabel("다음 검색어, \(hits)")
                }
                Button("이전 글") { page.screen.previous() }.disabled(!page.state.hasPrevious)
                Button("다음 글") { page.screen.next() }.disabled(!page.state.hasNext)
            }
        }
        .onAppear { open(page.screen) }
        .onDisappear { page.screen.clear() }
    }

    private var contents: some View {
        LazyVStack(alignment: .leading, spacing: 8) {
            if let notice = page.state.bannerText { Text(notice).font(.caption) }
            if let row = page.state.row {
                Marked(row.title, row.titleHighlights).font(.title3).accessibilityAddTraits(.isHeader)
                Text([row.writer, row.date, row.viewCount].joined(separator: " · ")).font(.caption)
                Divider()
            }
            switch page.state.display {
            case .placeholder: if page.state.isLoading { ProgressView() }
            case .empty: Text(page.state.emptyText ?? "")
            case .failure(let error): FailureView(error: error, retry: page.screen.retry)
            case .items:
                if let content = page.state.content {
                    ForEach(content.body.blocks.indices, id: \.self) { place in
                        BlockView(block: content.body.blocks[place], marks: content.highlights(of: place))
                    }
                }
            }
            if let cut = page.state.cutText { Text(cut).font(.caption) }
            if let files = page.state.attachmentText { Text(files).font(.caption) }
        }
    }
}

struct BlockView: View {
    let block: PostBody.Block
    let marks: [Range<String.Index>]

    var body: some View {
        switch block.kind {
        case .heading: Marked(block.text, marks).font(.headline).accessibilityAddTraits(.isHeader)
        case .item(let number):
            HStack(alignment: .firstTextBaseline) {
                Text(number.map { "\($0)." } ?? "•")
                Marked(block.text, marks)
            }
        case .rule: Divider()
        case .picture(let url): Link(url.lastPathComponent, destination: url)
        case .code: Marked(block.text, marks).font(.caption)
        case .paragraph, .row:
            Marked(block.text, marks)
            ForEach(block.links, id: \.self) { link in Link(String(block.text[link.range]), destination: link.url) }
        }
    }
}
