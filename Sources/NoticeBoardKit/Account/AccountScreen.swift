/// A screen that shows something of whoever is signed in.
@MainActor public protocol AccountScreen: AnyObject {
    /// Shows nothing any more, and gives up what is under way: at once.
    func reset()
}

extension BoardMenu: AccountScreen {}
extension BoardSelection: AccountScreen {}
extension PostList: AccountScreen {}
extension SearchScreen: AccountScreen {}
extension PostPage: AccountScreen {}
extension ReadMarks: AccountScreen {}
