import NoticeBoardKit
import SwiftUI

@main struct BoardReader: App {
    var body: some Scene {
        WindowGroup { RootView() }
    }
}

/// The content of a window.
///
/// Each window has its own `AppScreens`; all windows share the files.
struct RootView: View {
    @State private var screens = AppScreens()
    @Environment(\.scenePhase) private var phase
    @State private var column = NavigationSplitViewColumn.sidebar

    var body: some View {
        // An iPhone shows one column at a time.
        NavigationSplitView(preferredCompactColumn: $column) {
            MenuView(screens: screens) { column = .detail }
        } detail: {
            NavigationStack { BoardView(list: screens.list, search: screens.search, page: screens.page) }
        }
        // `open()` restores the last board and scroll position first, then loads boards and posts.
        .onAppear { Task { await screens.app.open() } }
        .onChange(of: phase) { _, now in
            if now == .active { Task { await screens.app.open() } }
            if now == .background { Task { await screens.app.saveNow() } }
        }
    }
}
