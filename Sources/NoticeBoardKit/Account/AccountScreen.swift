/// A screen that shows something of whoever is signed in.
@MainActor public protocol AccountScreen: AnyObject {
    /// Shows nothing any more, and gives up what is under way: at once.
    func reset()
}
