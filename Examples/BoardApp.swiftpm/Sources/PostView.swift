import NoticeBoardKit
import SwiftUI

struct PostView: View {
    let row: PostRow

    var body: some View {
        ScrollView {
            LazyVStack(alignment: .leading, spacing: 8) {
                Text(row.title).font(.title3).bold().accessibilityAddTraits(.isHeader)
                Text([row.writer, row.date, row.viewCount].joined(separator: " · ")).font(.caption)
                Divider()
                let blocks = PostBody(row.post.contents).blocks
                ForEach(blocks.indices, id: \.self) { BlockView(block: blocks[$0]) }
            }
            .padding()
        }
        .navigationBarTitleDisplayMode(.inline)
    }
}

struct BlockView: View {
    let block: PostBody.Block

    var body: some View {
        switch block.kind {
        case .heading: Text(block.text).font(.headline).accessibilityAddTraits(.isHeader)
        case .item(let number): Text([number.map { "\($0)." } ?? "•", block.text].joined(separator: " "))
        case .rule: Divider()
        case .picture(let url): Link(url.lastPathComponent, destination: url)
        case .code: Text(block.text).font(.caption)
        case .paragraph, .row:
            Text(block.text).textSelection(.enabled)
            ForEach(block.links, id: \.self) { link in Link(String(block.text[link.range]), destination: link.url) }
        }
    }
}
