#if canImport(Observation)
    public import Observation

    /// A feed or a screen as an object of the Observation framework.
    ///
    /// ```swift
    /// @State private var list = ObservableScreen(PostList(…))
    /// … list.state.items … list.screen.refresh() …
    /// ```
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @MainActor @Observable public final class ObservableScreen<Screen: StateSource> {
        /// What is observed.
        @ObservationIgnored public let screen: Screen
        /// Its state.
        public private(set) var state: Screen.State
        @ObservationIgnored private var observation: StateObservation?

        /// An object that follows `screen`.
        public init(_ screen: Screen) {
            self.screen = screen
            state = screen.state
            observation = screen.observe { [weak self] in self?.state = $0 }
        }
    }
#endif
