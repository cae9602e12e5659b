import Foundation
import Testing

/// Every public asynchronous function of the library comes back to the main actor.
///
/// The rows are compared with the library's public interface by `.ci/gates/returns`: a new asynchronous function needs a row.
@Suite("Coming back to the main actor", .serialized, .timeLimit(.minutes(1))) @MainActor
struct MainActorTests {
    @Test("A caller on the main actor goes on there after", arguments: Row.all) func comesBack(_ row: Row) async {
        let screen = Screen()
        await row.check(screen)
        #expect(screen.findings == [])
    }

    @Test("A function that leaves the main actor is noticed") func noticesLeaving() async {
        await Elsewhere().leave { isOnMainQueue() }
        #expect(await Elsewhere().leave { isOnMainQueue() } == false)
        #expect(isOnMainQueue())
    }
}

private actor Elsewhere {
    @discardableResult func leave(_ body: @Sendable () -> Bool) -> Bool { body() }
}

private let mainQueueMark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

/// Asks the main queue: on Linux, `Thread.isMainThread` is false on the main actor.
func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueueMark) == true }

/// State of the main actor that the calls change, as a view model would.
@MainActor
final class Screen {
    private(set) var findings: [String] = []
    /// What was shown, and what was caught, by type.
    private(set) var shown: [String] = []
    private(set) var errors: [String] = []

    /// Takes over what a call returned, in the function that called: its caller may already be back where it belongs.
    func show<Value>(_ value: Value) {
        if !isOnMainQueue() { findings.append("off the main actor after success") }
        shown.append("\(type(of: value))")
    }

    /// Takes over what a call threw, in the function that called.
    func caught(_ error: any Error) {
        if !isOnMainQueue() { findings.append("off the main actor after an error") }
        errors.append("\(type(of: error))")
    }

    func fail(_ text: String) { findings.append(text) }
}
