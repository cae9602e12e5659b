import NoticeBoardKit
import SwiftUI

struct MenuView: View {
    let screens: AppScreens
    /// Called when the user selects a board.
    let onSelect: @MainActor () -> Void
    @State private var failure: NoticeBoardError?

    private var menu: ObservableScreen<BoardMenu> { screens.menu }

    var body: some View {
        List {
            switch menu.state.display {
            case .placeholder: Spinner(phase: menu.state.boards.phase)
            case .empty: Text(menu.state.emptyText ?? "")
            case .failure(let error): FailureView(error: error, retry: menu.screen.retry)
            case .items: ForEach(menu.state.rows) { row in button(row) }
            }
            Section("계정") {
                Button("로그아웃", role: .destructive) { Task { failure = await screens.app.signOut() } }
                if let failure { Text(failure.text(in: .preferred)).font(.caption) }
            }
        }
        .refreshable { await menu.screen.refreshAndWait() }
        .navigationTitle("게시판")
        .onAppear { menu.screen.open() }
    }

    private func button(_ row: BoardRow) -> some View {
        Button {
            menu.screen.select(row.id)
            onSelect()
        } label: {
            HStack {
                Text(row.name).fontWeight(row.isSelected ? .bold : .regular)
                Spacer()
                if row.hasNewPosts { Circle().frame(width: 6, height: 6) }
            }
        }
        .accessibilityLabel(row.spoken)
        .accessibilityAddTraits(row.isSelected ? .isSelected : [])
    }
}
