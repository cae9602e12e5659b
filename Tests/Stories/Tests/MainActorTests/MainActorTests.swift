import Foundation
import Testing

/// Checks that every public asynchronous function of the library returns to the main actor.
///
/// `.ci/gates/returns` compares the rows with the library's public interface: a new asynchronous function needs a row.
@Suite("Returning to the main actor", .serialized, .timeLimit(.minutes(1))) @MainActor
struct MainActorTests {
    @Test("Resumes a caller on the main actor", arguments: Row.all) func comesBack(_ row: Row) async {
        let screen = Screen()
        await row.check(screen)
        #expect(screen.findings == [])
    }

    @Test("Detects a function that leaves the main actor") func noticesLeaving() async {
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

/// Returns whether the main queue runs the code.
///
/// On Linux, `Thread.isMainThread` is false on the main actor.
func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueueMark) == true }

/// State of the main actor that the calls change, as a view model would.
@MainActor
final class Screen {
    private(set) var findings: [String] = []
    /// The shown values and caught errors, by type.
    private(set) var shown: [String] = []
    private(set) var errors: [String] = []

    /// Records a returned value in the calling function, before its own caller could return to the main actor.
    func show<Value>(_ value: Value) {
        if !isOnMainQueue() { findings.append("off the main actor after success") }
        shown.append("\(type(of: value))")
    }

    /// Records a thrown error in the calling function.
    func caught(_ error: any Error) {
        if !isOnMainQueue() { findings.append("off the main actor after an error") }
        errors.append("\(type(of: error))")
    }

    func fail(_ text: String) { findings.append(text) }
}
