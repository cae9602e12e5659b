#if canImport(Combine)
    public import Combine

    /// An `ObservableObject` that follows the state of a feed or a screen, on every system.
    ///
    /// ```swift
    /// @StateObject private var list = ScreenObject(PostList(…))
    /// … list.state.items … list.screen.refresh() …
    /// ```
    @MainActor public final class ScreenObject<Screen: StateSource>: ObservableObject {
        /// The feed or screen.
        public let screen: Screen
        /// The state.
        @Published public private(set) var state: Screen.State
        private var observation: StateObservation?

        /// Creates an object that follows `screen`.
        public init(_ screen: Screen) {
            self.screen = screen
            state = screen.state
            observation = screen.observe { [weak self] in self?.state = $0 }
        }
    }
#endif
