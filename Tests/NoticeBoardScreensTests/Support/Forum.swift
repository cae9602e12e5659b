import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting

/// A person of the service of an app's own.
struct Person: Identifiable, Codable, Hashable, Sendable {
    let id: String
    var name = ""
}

/// An item of the service of an app's own.
struct Topic: Identifiable, Codable, Hashable, Sendable {
    let id: Int
    var title = ""
    var author = Person(id: "a")
    var replies = 0
}

/// A service in memory that finds topics by a word of their titles.
final class TopicService: Sendable {
    struct Request: Sendable, Equatable {
        let keyword: String
        let offset: Int
    }

    let topics: Locked<[Topic]>
    let requests = Locked<[Request]>([])
    let failure = Locked<NoticeBoardError?>(nil)
    /// Holds every search.
    let gate: Gate

    init(_ topics: [Topic] = [], isHeld: Bool = false) {
        self.topics = Locked(topics)
        gate = Gate()
        if !isHeld { gate.open() }
    }

    static let ten = (1...10).reversed().map { Topic(id: $0, title: $0 % 2 == 0 ? "swift \($0)" : "rust \($0)") }

    func search(_ keyword: String, at position: PagePosition?) async throws -> Page<Topic> {
        let offset = if case .offset(let offset) = position { offset } else { 0 }
        requests.withLock { $0.append(Request(keyword: keyword, offset: offset)) }
        try await gate.pass()
        if let failure = failure.withLock({ $0 }) { throw failure }
        let found = topics.withLock { $0 }.filter { $0.title.contains(keyword) }
        let page = Array(found.dropFirst(offset).prefix(3))
        let end = offset + page.count
        return Page(items: page, next: end < found.count ? .offset(end) : nil, total: found.count)
    }
}
