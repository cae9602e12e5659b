package import NoticeBoardBase

/// Work that a feed's effect starts, identified by the first ticket of the load.
package enum FeedWork: Hashable, Sendable {
    case load(FeedTicket)
    case wait(FeedTicket)
}

extension FeedMachine.Effect {
    /// Returns the work for a driver, of a feed or of a machine that contains one and wraps its events and work.
    ///
    /// Items equal to `shown` ones are replaced by the shown instances. This happens off the main actor, because comparing two
    /// long equal texts reads both to the end.
    package func chore<Machine, Key>(
        _ load: @escaping @Sendable (PagePosition?) async throws -> Page<Item>,
        shown: FeedItems<Item> = FeedItems(), time: TimeSource,
        event: @escaping @Sendable (FeedMachine<Item>.Event) -> Machine.Event, key: (FeedWork) -> Key
    ) -> MachineDriver<Machine, Key>.Chore {
        switch self {
        case .load(let position, let ticket):
            .start(key(.load(ticket.first))) {
                event(await .outcome(of: ticket) { shown.instances(of: try await load(position)) })
            }
        case .wait(let seconds, let ticket):
            .start(key(.wait(ticket.first))) { await time.over(seconds) ? event(.waited(ticket)) : nil }
        case .cancel(let ticket): .stop([key(.load(ticket.first)), key(.wait(ticket.first))])
        }
    }
}

extension FeedMachine.Event {
    /// Runs a load, and returns its event.
    fileprivate static func outcome(
        of ticket: FeedTicket, _ load: @Sendable () async throws -> Page<Item>
    ) async -> Self {
        do {
            return .loaded(try await load(), ticket)
        } catch is CancellationError {
            return .gaveUp(ticket)
        } catch {
            return .failed(NoticeBoardError(wrapping: error), ticket)
        }
    }
}
