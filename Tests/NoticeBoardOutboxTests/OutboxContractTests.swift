import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("The contract of senders", .serialized, .inTurn, .timeLimit(.minutes(1))) struct OutboxContractTests {
    private static func failures<Sender: OutboxSender>(
        honorsKeys: Bool = false, _ makeSender: @escaping @Sendable (NoteService) -> Sender
    ) async -> [String: String] where Sender.Draft == NoteDraft {
        let contract = OutboxContract<Sender> {
            NoteDraft(text: $0)
        } open: { _ in
            let service = NoteService(honorsKeys: honorsKeys)
            return .init(sender: makeSender(service)) { service.count($0) }
        }
        return await contract.failures()
    }

    // MARK: Good senders

    @Test("A searchable service keeps it") func searchable() async {
        let failures = await Self.failures { NoteSender(service: $0) }
        #expect(failures == [:])
    }

    @Test("A searchable service that trims texts keeps it") func trimming() async {
        let contract = OutboxContract<NoteSender> {
            NoteDraft(text: $0)
        } open: { _ in
            let service = NoteService()
            service.trimTexts()
            return .init(sender: NoteSender(service: service)) {
                service.count($0.trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
        #expect(await contract.failures() == [:])
    }

    @Test("A service with keys keeps it") func keyed() async {
        let failures = await Self.failures(honorsKeys: true) { service in
            KeyedSender<NoteDraft, Note> { try await service.send($0) }
        }
        #expect(failures == [:])
    }

    @Test("A service with keys that can be searched keeps it") func keyedAndSearchable() async {
        let failures = await Self.failures(honorsKeys: true) { NoteSender(service: $0, keyLifetime: 3_600) }
        #expect(failures == [:])
    }

    @Test("A service that can do neither keeps it") func neither() async {
        let failures = await Self.failures { NoteSender(service: $0, isSearchable: false) }
        #expect(failures == [:])
    }

    // MARK: Planted faults

    @Test("A sender that stores nothing is found") func storesNothing() async {
        let failures = await Self.failures { service in
            FaultyNoteSender(service) { sender in sender.sendParcel = { _ in Note(id: 1, text: "") } }
        }
        #expect(failures["draftIsStoredOnce"] != nil)
    }

    @Test("A sender that retries by itself is found") func retries() async {
        let failures = await Self.failures { service in
            FaultyNoteSender(service) { sender in
                sender.sendParcel = { parcel in
                    _ = try await service.send(parcel)
                    return try await service.send(parcel)
                }
            }
        }
        #expect(failures["draftIsStoredOnce"] != nil)
    }

    @Test("A draft that loses something when it is stored is found") func losesText() async {
        let contract = OutboxContract<KeyedSender<LossyDraft, Note>> {
            LossyDraft(text: $0)
        } open: { _ in
            let service = NoteService(honorsKeys: true)
            let sender = KeyedSender<LossyDraft, Note> { parcel in
                try await service.send(OutboxParcel(draft: NoteDraft(text: parcel.draft.text), key: parcel.key))
            }
            return .init(sender: sender) { service.count($0) }
        }
        #expect(await contract.failures()["draftSurvivesLaunches"] != nil)
    }

    @Test("A service that ignores keys is found", arguments: ["lostAnswerIsNotSentTwice", "interruptedAttemptIsNotSentTwice"])
    func ignoresKeys(clause: String) async {
        let failures = await Self.failures { service in KeyedSender<NoteDraft, Note> { try await service.send($0) } }
        #expect(failures[clause] != nil)
    }

    @Test("A service that ignores keys stores a late draft twice") func ignoresKeysLate() async {
        let failures = await Self.failures { service in KeyedSender<NoteDraft, Note> { try await service.send($0) } }
        #expect(failures["lateArrivalIsNotSentTwice"] != nil)
    }

    @Test("A sender that recognizes nothing is found") func recognizesNothing() async {
        let failures = await Self.failures { service in FaultyNoteSender(service) { $0.isStoredAs = { _, _ in false } } }
        #expect(failures["lostAnswerIsNotSentTwice"] != nil)
        #expect(failures["lateArrivalIsNotSentTwice"] != nil)
    }

    @Test("A sender that recognizes everything is found") func recognizesEverything() async {
        let failures = await Self.failures { service in FaultyNoteSender(service) { $0.isStoredAs = { _, _ in true } } }
        #expect(failures["otherItemIsNotTaken"] != nil)
    }

    @Test("A sender that compares texts exactly is found") func comparesExactly() async {
        let contract = OutboxContract<FaultyNoteSender> {
            NoteDraft(text: $0)
        } open: { _ in
            let service = NoteService()
            service.trimTexts()
            let sender = FaultyNoteSender(service) { $0.isStoredAs = { $0.draft.text == $1.text } }
            return .init(sender: sender) { service.count($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        }
        #expect(await contract.failures()["storedTextIsRecognized"] != nil)
    }

    @Test("A sender without IDs takes an older equal item for the draft") func noIDs() async {
        let failures = await Self.failures { service in FaultyNoteSender(service) { $0.idOf = { _ in nil } } }
        #expect(failures["olderEqualItemIsNotTaken"] != nil)
    }

    @Test("A sender that forgets the first of two equal items is found") func mergesEqual() async {
        let failures = await Self.failures { service in
            FaultyNoteSender(service) { sender in
                sender.sendParcel = { parcel in
                    if let same = service.notes.first(where: { $0.text == parcel.draft.text }) { return same }
                    return try await service.send(parcel)
                }
            }
        }
        #expect(failures["equalDraftsAreBothSent"] != nil)
    }

    @Test("A sender that reads only the newest page is found") func onePage() async {
        let failures = await Self.failures { service in
            FaultyNoteSender(service) { sender in
                sender.page = { position, limit in
                    var page = try await service.page(at: nil, limit: limit)
                    page.next = nil
                    return page
                }
            }
        }
        #expect(failures["lateArrivalIsFoundBelowNewerItems"] != nil)
    }

    @Test("A sender that lists the oldest items first is found") func oldestFirst() async {
        let failures = await Self.failures { service in
            FaultyNoteSender(service) { sender in
                sender.page = { position, limit in
                    let notes = Array(service.notes.reversed())
                    let start = position?.page ?? 0
                    let end = min(start + limit, notes.count)
                    return Page(items: Array(notes[start..<end]), next: end < notes.count ? .page(end) : nil)
                }
            }
        }
        #expect(failures["lateArrivalIsFoundBelowNewerItems"] != nil)
    }

    @Test("A search that refuses a service without items is found") func refusesEmpty() async {
        let failures = await Self.failures { service in
            FaultyNoteSender(service) { sender in
                let reads = Locked(0)
                sender.page = { position, limit in
                    let number = reads.withLock { count in
                        count += 1
                        return count
                    }
                    // The contract itself reads the first page, and the outbox the second one before the first attempt.
                    if number > 2 { throw NoticeBoardError(.notFound) }
                    return try await service.page(at: position, limit: limit)
                }
            }
        }
        #expect(failures["busyServiceIsWaitedFor"] != nil)
        #expect(failures["brokenNetworkIsWaitedFor"] != nil)
    }

    @Test("A sender for which a refusal passes is found") func refusalPasses() async {
        let failures = await Self.failures { service in FaultyNoteSender(service) { $0.mayPassError = { _ in true } } }
        #expect(failures["refusalIsKept"] != nil)
    }

    @Test("A draft that cannot be handed in while its file is prepared is found") func impatientDraft() async {
        let contract = OutboxContract<KeyedSender<ImpatientDraft, Note>> {
            ImpatientDraft(text: $0)
        } open: { _ in
            let service = NoteService(honorsKeys: true)
            let sender = KeyedSender<ImpatientDraft, Note> { parcel in
                try await service.send(OutboxParcel(draft: NoteDraft(text: parcel.draft.text), key: parcel.key))
            }
            return .init(sender: sender) { service.count($0) }
        }
        #expect(await contract.failures()["fileHoldsDraftBack"] != nil)
    }

    @Test("A service that has one key for an account is found") func oneKey() async {
        let failures = await Self.failures(honorsKeys: true) { service in
            KeyedSender<NoteDraft, Note> { parcel in
                try await service.send(OutboxParcel(draft: parcel.draft, key: String(parcel.key.prefix(36))))
            }
        }
        #expect(failures["editIsSentAsNew"] != nil)
    }
}

/// A sender with one fault.
private struct FaultyNoteSender: OutboxSender {
    var sendParcel: @Sendable (OutboxParcel<NoteDraft>) async throws -> Note
    var page: @Sendable (PagePosition?, Int) async throws -> Page<Note>?
    var isStoredAs: @Sendable (OutboxParcel<NoteDraft>, Note) -> Bool
    var idOf: @Sendable (Note) -> String? = { String($0.id) }
    var mayPassError: @Sendable (NoticeBoardError) -> Bool = { _ in false }

    init(_ service: NoteService, _ spoil: (inout Self) -> Void) {
        let good = NoteSender(service: service)
        sendParcel = { try await service.send($0) }
        page = { try await service.page(at: $0, limit: $1) }
        isStoredAs = { good.isStored($0, as: $1) }
        spoil(&self)
    }

    func send(_ parcel: OutboxParcel<NoteDraft>) async throws -> Note { try await sendParcel(parcel) }
    func existing(for draft: NoteDraft, at position: PagePosition?, limit: Int) async throws -> Page<Note>? {
        try await page(position, limit)
    }
    func id(of answer: Note) -> String? { idOf(answer) }
    func isStored(_ parcel: OutboxParcel<NoteDraft>, as answer: Note) -> Bool { isStoredAs(parcel, answer) }
    func mayPass(_ error: NoticeBoardError) -> Bool { mayPassError(error) }
}

/// A draft whose stored form has only the first line.
private struct LossyDraft: OutboxDraft {
    var text: String

    init(text: String) { self.text = text }
    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(text.split(separator: "\n").first ?? ""))
    }
}

/// A draft that takes a file that is being prepared for an empty one.
private struct ImpatientDraft: OutboxDraft {
    var text: String

    func problem(with files: [OutboxFile]) -> NoticeBoardError.Code? { files.contains { $0.bytes == 0 } ? .invalidInput : nil }
}
