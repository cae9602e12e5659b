import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Calls `handler` for each arrival of a signal and turns the signal's default action off.
///
/// Returns when the source is registered. Dispatch registers a resumed source later, on another thread; a signal that arrives
/// earlier would be lost.
package func makeSignalSource(
    _ number: Int32, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
) async -> any DispatchSourceProtocol {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: handler)
    await withCheckedContinuation { registered in
        source.setRegistrationHandler { registered.resume() }
        source.resume()
    }
    return source
}
