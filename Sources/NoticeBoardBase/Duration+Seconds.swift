@available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
extension Duration {
    /// The duration in seconds, with the precision of a `Double`.
    package var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
