public import NoticeBoardBase

/// Signing up, step by step: e-mail address, password, nickname, phone number, birthday; the last two can be left out.
///
/// ```swift
/// let screen = LinkSignUp(session)
/// screen.type(field.text)                       // as somebody types: state.problem says what is wrong
/// screen.next()                                 // or skip(), or back()
/// for await state in screen.states { show(state.step, state.text, state.canGoOn, state.isBusy, state.failure) }
/// ```
///
/// Whoever has signed up is signed in. Where the account was made and the answer was lost, going on once more signs in to it.
/// What it does is decided by ``Machine``.
@MainActor public final class LinkSignUp: StateForwarding {
    private enum Work: Hashable { case asking }

    private let driver: MachineDriver<Machine, Work>

    /// The screen of a session.
    public init(_ session: LinkSession) {
        driver = MachineDriver(Machine()) { effect in
            switch effect {
            case .check(let form, let number):
                .start(.asking) { .checked(await Self.failure(of: { try await session.checkEmail(form.email) }), number) }
            case .join(let form, let number):
                .start(.asking) {
                    do { return .joined(.success(try await session.signUp(form)), number) } catch {
                        return .joined(.failure(NoticeBoardError(wrapping: error)), number)
                    }
                }
            case .stop: .stop([.asking])
            }
        }
    }

    private nonisolated static func failure(of work: () async throws -> Void) async -> NoticeBoardError? {
        do { try await work() } catch { return NoticeBoardError(wrapping: error) }
        return nil
    }

    /// Where the state comes from.
    public var stateSource: some StateSource<State> { driver }

    /// The step's field holds this; nothing changes while the account is being made.
    public func type(_ text: String) { driver.handle(.type(text)) }
    /// Goes on to the next step, or signs up at the last; nothing happens where something is wrong with what was entered.
    public func next() { driver.handle(.next) }
    /// Leaves the step out, where that can be.
    public func skip() { driver.handle(.skip) }
    /// Goes back to the step before; what was entered stays.
    public func back() { driver.handle(.back) }
}
