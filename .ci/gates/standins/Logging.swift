/// swift-log 1.
public struct Logger: Sendable {}
