import Testing

/// A public symbol and calls of it from the main actor.
///
/// Each closure records the outcome: `screen.show(try await …)`, or `screen.caught(error)` after an error.
struct Row: Sendable, CustomTestStringConvertible {
    typealias Call = @MainActor @Sendable (Screen) async throws -> Void

    let symbol: String
    let check: @MainActor @Sendable (Screen) async -> Void
    var testDescription: String { symbol }

    /// Creates a row with a call that succeeds and a call of the same function that throws.
    init(_ symbol: String, _ call: @escaping Call, fails: Call? = nil) {
        self.symbol = symbol
        check = { screen in
            await Self.run(call, screen)
            if !screen.errors.isEmpty || screen.shown.isEmpty { screen.fail("should have succeeded") }
            guard let fails else { return }
            await Self.run(fails, screen)
            if screen.errors.isEmpty { screen.fail("should have failed") }
        }
    }

    /// Creates a row for a callback that must run on the main actor.
    ///
    /// The call passes `onEvent` as the callback and waits until it runs.
    init(
        callback symbol: String,
        _ call: @escaping @MainActor @Sendable (_ onEvent: @escaping @MainActor @Sendable () -> Void) async throws -> Void
    ) {
        self.init(symbol) { screen in try await call { screen.show(()) } }
    }

    @MainActor private static func run(_ call: Call, _ screen: Screen) async {
        do { try await call(screen) } catch { screen.fail("failed: \(error)") }
    }
}

/// Builds a list of rows that are type-checked one by one.
@resultBuilder enum RowBuilder {
    static func buildBlock(_ rows: Row...) -> [Row] { rows }
}

extension Row {
    static let all: [Row] =
        http + streams + paging + search + outbox + storedLists + pictures + screens + kit + link + linkService + linkSession
        + linkScreens
        + offline + testing
}
