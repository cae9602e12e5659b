import Foundation
import NoticeBoardBase

/// Sends the drafts of one outbox by the app's sender, whose type of answers it hides.
struct DraftCourier<Draft: OutboxDraft>: Sendable {
    /// For how many seconds the service remembers a key.
    let keyLifetime: Double
    private let folder: OutboxFolder<Draft>
    private let sendParcel: @Sendable (OutboxParcel<Draft>) async throws -> OutboxArrival
    private let readExisting: @Sendable (Draft) async throws -> ExistingItems
    private let findParcel: @Sendable (OutboxParcel<Draft>, ExistingItems) async throws -> OutboxOutcome
    private let isPassing: @Sendable (NoticeBoardError) -> Bool

    init<Sender: OutboxSender>(
        _ sender: Sender, folder: OutboxFolder<Draft>, announce: @escaping @MainActor @Sendable (Sender.Answer) -> Void
    ) where Sender.Draft == Draft {
        self.folder = folder
        keyLifetime = sender.keyLifetime
        let search = ArrivalSearch(sender: sender)
        let arrival = { @Sendable (answer: Sender.Answer) in
            OutboxArrival(id: sender.id(of: answer)) { announce(answer) }
        }
        sendParcel = { arrival(try await sender.send($0)) }
        readExisting = { try await search.existingItems(for: $0) }
        findParcel = { parcel, existing in
            switch try await search.result(for: parcel, since: existing) {
            case .found(let answer): return .stored(arrival(answer))
            case .missing: return .missing(isCertain: true)
            case .unknown: return .missing(isCertain: false)
            }
        }
        isPassing = { sender.mayPass($0) }
    }

    // MARK: Sending

    /// Sends a draft; `willSend` records what existed before, marks the draft as sending, and returns whether to go on.
    ///
    /// For a `repeatedAttempt` the service is searched first, by what existed before the first one.
    func send(
        _ item: OutboxItem<Draft>, as work: OutboxDelivery.Work, willSend: @Sendable (ExistingItems) async -> Bool,
        progress: @escaping @Sendable (Double) -> Void
    ) async -> OutboxOutcome {
        let parcel = parcel(of: item, progress: progress)
        do {
            let existing: ExistingItems
            if let recorded = item.delivery.existing {
                existing = recorded
            } else {
                existing = try await readExisting(item.draft)
            }
            if work == .repeatedAttempt, case .stored(let arrival) = try await findParcel(parcel, existing) {
                return .stored(arrival)
            }
            guard await willSend(existing) else { throw CancellationError() }
        } catch { return outcome(of: error) }
        do {
            // Saved before anything is sent: after a crash, the next launch searches before it sends again.
            try await folder.save()
        } catch {
            // A draft without a file can't be sent twice by a later launch.
            guard await folder.hasNoFile(of: item.id) else { return .held(NoticeBoardError(wrapping: error)) }
        }
        do {
            try Task.checkCancellation()
            return .stored(try await sendParcel(parcel))
        } catch {
            let error = NoticeBoardError(wrapping: error)
            if error.mayHaveArrived { return .lost(error) }
            // The service is still carrying out the earlier attempt with this key.
            if error.code == .conflict, work == .sameKeyAttempt { return .lost(error) }
            return outcome(of: error)
        }
    }

    /// Searches the service for a draft whose response was lost.
    func search(for item: OutboxItem<Draft>) async -> OutboxOutcome {
        guard let existing = item.delivery.existing else { return .missing(isCertain: true) }
        do { return try await findParcel(parcel(of: item) { _ in }, existing) } catch { return outcome(of: error) }
    }

    private func parcel(of item: OutboxItem<Draft>, progress: @escaping @Sendable (Double) -> Void) -> OutboxParcel<Draft> {
        let files = item.files.map { file in
            OutboxParcel<Draft>.File(file: file, url: URL(fileURLWithPath: folder.path(file.name)))
        }
        return OutboxParcel(draft: item.draft, files: files, key: item.key, progress: progress)
    }

    // MARK: Errors

    /// The outcome of a call that certainly changed nothing.
    private func outcome(of error: any Error) -> OutboxOutcome {
        let error = NoticeBoardError(wrapping: error)
        return isHeld(error) ? .held(error) : .refused(error)
    }

    /// Whether a draft waits after an error, because it says nothing about the draft.
    private func isHeld(_ error: NoticeBoardError) -> Bool {
        error.mayPass || codesOfWaiting.contains(error.code) || NoticeBoardError(error.code).mayHaveArrived || isPassing(error)
    }
}

/// The failures after which a draft waits, beside those that may pass by themselves: a proxy, or a firewall with a certificate of
/// its own, that the next network does not have, and a session that the user begins again.
private let codesOfWaiting: Set<NoticeBoardError.Code> = [.proxyRefused, .untrustedServer, .sessionOver]
