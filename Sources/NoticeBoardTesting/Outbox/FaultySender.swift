import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardPaging

/// A sender between an outbox and the sender under test, which loses requests and responses.
struct FaultySender<Inner: OutboxSender>: OutboxSender {
    /// What happens to one attempt.
    enum Fault: Sendable {
        /// It fails before it reaches the service.
        case lostRequest(NoticeBoardError.Code)
        /// The service stores it, and the response is lost.
        case lostAnswer(NoticeBoardError.Code)
        /// It is lost as far as the outbox knows, and reaches the service later.
        case late
        /// The service stores it, and the response comes when the gate opens.
        case heldAnswer(Gate)
    }

    private struct Content {
        var faults: [Fault] = []
        var late: [OutboxParcel<Inner.Draft>] = []
        var keys: [String] = []
        var lastFiles: [Data] = []
    }

    let inner: Inner
    private let content = Locked(Content())

    init(_ inner: Inner) { self.inner = inner }

    var keyLifetime: Double { inner.keyLifetime }
    /// The keys of all attempts.
    var keys: [String] { content.withLock { $0.keys } }
    /// The files of the last attempt.
    var lastFiles: [Data] { content.withLock { $0.lastFiles } }

    /// Plans what happens to the next attempts.
    func plan(_ faults: [Fault]) { content.withLock { $0.faults += faults } }

    /// Lets the attempts reach the service that are late.
    func sendLate() async throws {
        let late = content.withLock { content in
            defer { content.late = [] }
            return content.late
        }
        for parcel in late { _ = try await inner.send(parcel) }
    }

    func send(_ parcel: OutboxParcel<Inner.Draft>) async throws -> Inner.Answer {
        let files = try parcel.files.map { try Data(contentsOf: $0.url) }
        let fault = content.withLock { content in
            content.keys.append(parcel.key)
            content.lastFiles = files
            return content.faults.isEmpty ? nil : content.faults.removeFirst()
        }
        switch fault {
        case .lostRequest(let code)?: throw NoticeBoardError(code)
        case .lostAnswer(let code)?:
            _ = try await inner.send(parcel)
            throw NoticeBoardError(code)
        case .late?:
            content.withLock { $0.late.append(parcel) }
            throw NoticeBoardError(.connectionLost)
        case .heldAnswer(let gate)?:
            let answer = try await inner.send(parcel)
            try await gate.pass()
            return answer
        case nil: return try await inner.send(parcel)
        }
    }

    func existing(for draft: Inner.Draft, at position: PagePosition?, limit: Int) async throws -> Page<Inner.Answer>? {
        try await inner.existing(for: draft, at: position, limit: limit)
    }

    func id(of answer: Inner.Answer) -> String? { inner.id(of: answer) }
    func isStored(_ parcel: OutboxParcel<Inner.Draft>, as answer: Inner.Answer) -> Bool { inner.isStored(parcel, as: answer) }
    func mayPass(_ error: NoticeBoardError) -> Bool { inner.mayPass(error) }
}
