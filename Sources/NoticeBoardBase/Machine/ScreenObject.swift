#if canImport(Combine)
    public import Combine

    /// A feed or a screen as an object that SwiftUI observes, on every system.
    ///
    /// ```swift
    /// @StateObject private var list = ScreenObject(PostList(…))
    /// … list.state.items … list.screen.refresh() …
    /// ```
    @MainActor public final class ScreenObject<Screen: StateSource>: ObservableObject {
        /// What is observed.
        public let screen: Screen
        /// Its state.
        @Published public private(set) var state: Screen.State
        private var observation: StateObservation?

        /// An object that follows `screen`.
        public init(_ screen: Screen) {
            self.screen = screen
            state = screen.state
            observation = screen.observe { [weak self] in self?.state = $0 }
        }
    }
#endif
