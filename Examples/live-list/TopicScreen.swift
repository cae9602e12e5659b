import NoticeBoardBase
import NoticeBoardPaging
import TerminalSupport

/// Draws a list's state as lines of a terminal: ○ is a row from the device, ● one that arrived while the user looked.
struct TopicScreen {
    let state: FeedState<Topic>
    /// The row of the list that is selected.
    let selected: FeedEntry<Topic>.ID
    /// The index of the row at the top of the window.
    let top: Int
    /// The highest number of a topic that came with a page.
    let lastRead: Int
    let size: WindowSize

    private static let heading = Style(Color(basic: 6, red: 102, green: 204, blue: 204), bold: true)
    private static let faint = Style(faint: true)
    private static let stored = Style(Color(basic: 3, red: 255, green: 204, blue: 51))
    private static let live = Style(Color(basic: 2, red: 102, green: 204, blue: 102), bold: true)
    private static let failure = Style(Color(basic: 1, red: 255, green: 102, blue: 102), bold: true)

    var lines: [StyledLine] {
        let rows = size.rows - 3
        let entries = state.entries.dropFirst(top).prefix(rows)
        let body = entries.map { row($0) } + Array(repeating: StyledLine(), count: max(rows - entries.count, 0))
        return [title, StyledLine()] + body + [status]
    }

    private var title: StyledLine {
        var line = StyledLine(" Topics", Self.heading)
        line.append("  \(state.items.count) of \(state.total ?? state.items.count)", Self.faint)
        if state.isStale { line.append("  stored on this device", Self.stored) }
        return line
    }

    private func row(_ entry: FeedEntry<Topic>) -> StyledLine {
        let line =
            switch entry {
            case .item(let topic): row(topic)
            case .gap(let gap): row(gap)
            }
        guard entry.id == selected else { return line }
        return StyledLine(line.text, Style(reversed: true)).padded(to: size.columns, Style(reversed: true))
    }

    private func row(_ topic: Topic) -> StyledLine {
        let isNew = topic.id > lastRead
        var line = StyledLine(isNew ? " ● " : state.isStale ? " ○ " : "   ", isNew ? Self.live : Self.stored)
        line.append(topic.title, state.isStale ? Self.faint : .plain)
        if topic.replies > 0 { line.append(" (\(topic.replies))", Self.faint) }
        return line.padded(to: size.columns - 8) + StyledLine(topic.author, Self.faint)
    }

    private func row(_ gap: PageGap<Topic.ID>) -> StyledLine {
        if state.gapPhases[gap]?.isLoading == true { return StyledLine("   ⋮ loading", Self.faint) }
        return StyledLine("   ⋮ \(state.gapSizes[gap] ?? 0) topics are not loaded yet: ⏎", Self.stored)
    }

    private var status: StyledLine {
        if let failure = state.networkFailure { return StyledLine(" ✗ \(failure.text(in: .english))", Self.failure) }
        return switch state.live {
        case .following: StyledLine(" ● live", Self.live)
        case .behind: StyledLine(" ✗ connection lost, changes may be missing", Self.failure)
        case .catchingUp, nil: StyledLine()
        }
    }
}
