// A stub of Apple's Network module: the path monitor.
import Dispatch

@available(macOS 10.14, iOS 12.0, *)
public final class NWPathMonitor: @unchecked Sendable {
    public init() { fatalError() }
    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)?
    public func start(queue: DispatchQueue) { fatalError() }
    public func cancel() { fatalError() }
}

@available(macOS 10.14, iOS 12.0, *)
public struct NWPath: Sendable, Equatable {
    public enum Status: Sendable, Equatable { case satisfied, unsatisfied, requiresConnection }
    public let status: Status
}
