import NoticeBoardKit
import SwiftUI

struct PostCell: View {
    let row: PostRow

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            HStack {
                if let badge = row.badgeText { Text(badge).font(.caption).bold() }
                Marked(row.title, row.titleHighlights).lineLimit(1)
                if row.hasClip { Image(systemName: "paperclip") }
                if row.isNew { Text("N").font(.caption).foregroundStyle(.red) }
            }
            Text([row.writer, row.date, row.viewCount].joined(separator: " · ")).font(.caption).foregroundStyle(.secondary)
            let snippet = row.snippet
            if !snippet.text.isEmpty { Marked(snippet.text, snippet.ranges).font(.caption) }
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(row.spoken)
    }
}

/// A failure with its remedy and a button to retry.
struct FailureView: View {
    let error: NoticeBoardError
    let retry: @MainActor () -> Void

    var body: some View {
        VStack(spacing: 12) {
            Text(error.text(in: .preferred)).multilineTextAlignment(.center)
            if let remedy = error.remedy.text(in: .preferred) { Text(remedy).font(.caption).foregroundStyle(.secondary) }
            Button("다시 시도") { retry() }
        }
        .frame(maxWidth: .infinity)
        .padding()
    }
}

/// A spinner that appears only when loading takes a while.
struct Spinner: View {
    let phase: LoadPhase

    var body: some View {
        ProgressView()
            .opacity(phase.showsSpinner ? 1 : 0)
            .accessibilityHidden(!phase.showsSpinner)
    }
}

/// A text with its hits in bold, which doesn't depend on color.
struct Marked: View {
    let segments: [Highlighter.Segment]

    init(_ text: String, _ ranges: [Range<String.Index>]) {
        segments = Highlighter.segments(of: text, markedAt: ranges)
    }

    var body: some View {
        segments.reduce(Text(verbatim: "")) { text, segment in
            text + (segment.isMarked ? Text(segment.text).bold() : Text(segment.text))
        }
    }
}

/// The posts of a list, the gaps between them, and what is below the last one.
struct PostRows<Screen: FeedScreen>: View where Screen.Item == Post {
    let screen: Screen
    let feed: FeedState<Post>
    let builder: PostRowBuilder

    var body: some View {
        ForEach(feed.entries) { entry in
            switch entry {
            case .item(let post):
                NavigationLink(value: post.id) { PostCell(row: builder.row(of: post)) }
                    .onAppear { screen.rowAppeared(post.id) }
            case .gap(let gap):
                GapRow(phase: feed.gapPhases[gap] ?? .idle, size: feed.gapSizes[gap]) { screen.loadGap(gap) }
            }
        }
        PageEndView(phase: feed.older, retry: { screen.retry() })
    }
}

/// Where posts are missing: a tap loads a page of them.
struct GapRow: View {
    let phase: LoadPhase
    let size: Int?
    let load: @MainActor () -> Void

    var body: some View {
        if phase.isLoading {
            ProgressView()
        } else {
            if let error = phase.failure { Text(error.text(in: .preferred)).font(.caption) }
            Button(phase.failure != nil ? "다시 시도" : size.map { "글 \($0)개 더 보기" } ?? "글 더 보기") { load() }
        }
    }
}

/// The end of a list: a spinner, or the failure of loading the next page.
struct PageEndView: View {
    let phase: LoadPhase
    let retry: @MainActor () -> Void

    var body: some View {
        if let error = phase.failure { FailureView(error: error, retry: retry) } else { Spinner(phase: phase) }
    }
}
