import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// The screens that one window's views observe.
@MainActor final class AppScreens {
    let app: BoardApp
    let menu: ObservableScreen<BoardMenu>
    let list: ObservableScreen<PostList>
    let search: ObservableScreen<PostSearch>
    let page: ObservableScreen<PostPage>

    init() {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        var rules = PostSearchRules()
        rules.typingDelay = 0.3
        app = BoardApp(
            service: NoticeBoardClient(transport: BoardSimulator(seed: 7, boards: 6, postsPerBoard: 240)),
            history: FileSearchHistory(directory: folder), marks: PostMarks(FilePostMarks(directory: folder)),
            place: FileBoardPlace(directory: folder), order: .noticesFirst, rules: rules)
        menu = ObservableScreen(app.menu)
        list = ObservableScreen(app.list)
        search = ObservableScreen(app.search)
        page = ObservableScreen(app.page)
    }
}
