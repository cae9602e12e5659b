import Dispatch
import TerminalSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

@Suite("Signal source", .timeLimit(.minutes(1))) struct SignalSourceTests {
    @Test("Receives a signal that is sent immediately") func immediateSignal() async {
        // Use each signal once: a cancelled source is removed asynchronously.
        for number in [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGURG, SIGIO] {
            let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
            let source = await makeSignalSource(number, on: .global()) { arrival.finish() }
            kill(getpid(), number)
            for await _ in arrivals {}
            source.cancel()
        }
    }
}
