package import NoticeBoardBase

/// Work that a feed's effect begins, by the ticket of its load's first page.
package enum FeedWork: Hashable, Sendable {
    case load(FeedTicket)
    case wait(FeedTicket)
}

extension FeedMachine.Effect {
    /// What a driver does about the effect: of a feed, or of a machine that holds one and knows its events and work as its own.
    ///
    /// Items of a page that are equal to some of those that are `shown` come as the instances that these are. That is found out
    /// where the page arrives, since two long texts that are equal are read to their ends for it.
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
    /// What became of a load.
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
