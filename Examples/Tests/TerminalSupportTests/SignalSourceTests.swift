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

@Suite(.timeLimit(.minutes(1))) struct SignalSourceTests {
    @Test func aSignalThatIsSentAtOnceIsNotLost() async {
        // Each number once: a source that was cancelled may be gone only later.
        for number in [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGURG, SIGIO] {
            let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
            let source = await whenSignalled(number, on: .global()) { arrival.finish() }
            kill(getpid(), number)
            for await _ in arrivals {}
            source.cancel()
        }
    }
}
