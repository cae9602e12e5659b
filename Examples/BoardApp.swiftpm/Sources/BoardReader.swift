import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import SwiftUI

@main struct BoardReader: App {
    @State private var screens = AppScreens()

    var body: some Scene {
        WindowGroup { RootView(screens: screens) }
    }
}

/// Whatever the views show, made once when the app starts.
@MainActor final class AppScreens {
    let app: BoardApp
    let menu: ObservableScreen<BoardMenu>
    let list: ObservableScreen<PostList>
    let search: ObservableScreen<SearchScreen>
    let page: ObservableScreen<PostPage>

    init() {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        var rules = SearchRules()
        rules.searchesWhileTyping = SearchPace()
        app = BoardApp(
            service: NoticeBoardClient(transport: BoardSimulator(seed: 7, boards: 6, postsPerBoard: 240)),
            history: FileSearchHistory(directory: folder), place: FileBoardPlace(directory: folder), order: .noticesFirst,
            rules: rules)
        menu = ObservableScreen(app.menu)
        list = ObservableScreen(app.list)
        search = ObservableScreen(app.search)
        page = ObservableScreen(app.page)
    }
}

struct RootView: View {
    let screens: AppScreens
    @Environment(\.scenePhase) private var phase

    var body: some View {
        NavigationSplitView {
            MenuView(screens: screens)
        } detail: {
            NavigationStack { BoardView(list: screens.list, search: screens.search, page: screens.page) }
        }
        // The board and the place of last time are shown at once, then boards and posts are asked for.
        .onAppear { Task { await screens.app.open() } }
        .onChange(of: phase) { _, now in
            if now == .background { Task { await screens.app.keepPlace() } }
        }
    }
}
