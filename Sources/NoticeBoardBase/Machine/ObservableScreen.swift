#if canImport(Observation)
    public import Observation

    /// An object of the Observation framework that follows the state of a feed or a screen.
    ///
    /// ```swift
    /// @State private var list = ObservableScreen(PostList(…))
    /// … list.state.items … list.screen.refresh() …
    /// ```
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @MainActor @Observable public final class ObservableScreen<Screen: StateSource> {
        /// The feed or screen.
        @ObservationIgnored public let screen: Screen
        /// The state.
        public private(set) var state: Screen.State
        @ObservationIgnored private var observation: StateObservation?

        /// Creates an object that follows `screen`.
        public init(_ screen: Screen) {
            self.screen = screen
            state = screen.state
            observation = screen.observe { [weak self] in self?.state = $0 }
        }
    }
#endif
