import Foundation
import NoticeBoard
import NoticeBoardTesting

/// One step, which returns what it showed and throws if that is wrong.
nonisolated struct SmokeStep: Sendable {
    let name: String
    let run: @MainActor @Sendable () async throws -> [String]
}

/// What a step expected and did not see.
nonisolated struct SmokeFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// All steps, one for each module and one for each feature that only a real system shows.
@MainActor enum SmokeSteps {
    static let all: [SmokeStep] = [
        SmokeStep(name: "Base: reflection, errors", run: errors),
        SmokeStep(name: "Base: the app's life", run: life),
        SmokeStep(name: "HTTP: this system's transport", run: transport),
        SmokeStep(name: "HTTP: an event stream", run: eventStream),
        SmokeStep(name: "HTTP: the keychain", run: keychain),
        SmokeStep(name: "HTTP: a shared session", run: sharedSession),
        SmokeStep(name: "Paging: a list", run: list),
        SmokeStep(name: "Paging: a live list", run: liveList),
        SmokeStep(name: "Search", run: search),
        SmokeStep(name: "Outbox", run: outbox),
        SmokeStep(name: "Offline", run: offline),
        SmokeStep(name: "Pictures", run: pictures),
        SmokeStep(name: "Screens: a search, hidden people", run: searchScreen),
        SmokeStep(name: "Screens: several parts", run: composite),
        SmokeStep(name: "Kit: a board", run: board),
        SmokeStep(name: "KitOffline: a stored board", run: storedBoard),
        SmokeStep(name: "Link: from sign-in to sign-out", run: conversation),
        SmokeStep(name: "Samples", run: samples),
        SmokeStep(name: "Testing: the exam of a service", run: exam),
    ]

    /// A folder of its own for each step.
    nonisolated static func folder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("smoke-\(UUID().uuidString)")
    }

    nonisolated static func require(_ condition: Bool, _ what: String) throws {
        if !condition { throw SmokeFailure(what) }
    }
}

nonisolated struct SmokeTopic: Identifiable, Codable, Equatable, Sendable {
    let id: Int
    var title: String

    static func topics(_ count: Int) -> [SmokeTopic] {
        (0..<count).map { SmokeTopic(id: count - $0, title: "Topic \(count - $0)") }
    }
}

nonisolated struct SmokeDraft: OutboxDraft {
    var title = ""
}

nonisolated struct SmokeAuthor: Identifiable, Codable, Hashable, Sendable {
    let id: String
}
