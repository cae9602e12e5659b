import NoticeBoardKit
import SwiftUI

@main struct BoardReader: App {
    var body: some Scene {
        WindowGroup { RootView() }
    }
}

/// One window: each has an app object of its own, over the same files.
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
        // The board and the place of last time are shown at once, then boards and posts are asked for.
        .onAppear { Task { await screens.app.open() } }
        .onChange(of: phase) { _, now in
            if now == .active { Task { await screens.app.open() } }
            if now == .background { Task { await screens.app.keepPlace() } }
        }
    }
}
