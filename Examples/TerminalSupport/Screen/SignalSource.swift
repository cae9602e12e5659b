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

/// Does something whenever a signal arrives, which from then on has no other effect.
///
/// It returns once no arrival can be missed: a source that was only resumed is registered somewhat later, by another thread,
/// and until then a signal would be lost.
package func whenSignalled(
    _ number: Int32, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
) async -> any DispatchSourceProtocol {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: body)
    await withCheckedContinuation { registered in
        source.setRegistrationHandler { registered.resume() }
        source.resume()
    }
    return source
}
