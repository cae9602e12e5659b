import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting

/// A topic of a forum, as the service sends it.
nonisolated struct Topic: Identifiable, Codable, Equatable, Sendable {
    let id: Int
    let title: String
    let author: String
    let replies: Int
}

/// A forum in place of a real one: pages by offset, and events of new topics. Its network can be switched off.
actor Topics {
    /// The stream of events, as `client.live(for:)` would make it of a real service's.
    nonisolated let live = ManualLive<Topic>()
    private var topics: [Topic] = []
    private var isOnline = true
    private var isConnected = false

    init(_ count: Int) { topics = Self.made(1...count) }

    func setOnline(_ isOnline: Bool) { self.isOnline = isOnline }

    func setConnected(_ isConnected: Bool) {
        self.isConnected = isConnected
        isConnected ? live.connect() : live.cut()
    }

    /// New topics at the top, whose events reach only a client that is connected.
    func publish(_ count: Int) {
        for topic in Self.made(topics.count + 1...topics.count + count).reversed() {
            topics.insert(topic, at: 0)
            if isConnected { live.send(topic) }
        }
    }

    func page(at position: PagePosition?, limit: Int) throws -> Page<Topic> {
        guard isOnline else { throw NoticeBoardError(.noNetwork) }
        var start = 0
        if case .offset(let offset) = position { start = min(offset, topics.count) }
        let end = min(start + limit, topics.count)
        let next = end < topics.count ? PagePosition.offset(end) : nil
        return Page(items: Array(topics[start..<end]), next: next, total: topics.count)
    }

    /// Topics with these numbers, the highest first.
    private static func made(_ numbers: ClosedRange<Int>) -> [Topic] {
        numbers.reversed().map { number in
            let title = titles[(number - 1) % titles.count]
            return Topic(id: number, title: title, author: authors[number % authors.count], replies: number * 7 % 12)
        }
    }

    private static let authors = ["Minji", "Jonas", "서연", "Aiko", "Théo", "도윤"]
    private static let titles = [
        "How do you patch a tubeless tire on the road?", "Lights: battery or dynamo?", "첫 자전거 추천 부탁드립니다",
        "Best saddle for long distances", "Train rules for bicycles, all lines", "Does anyone ride at night?",
        "브레이크 소리가 심해요", "Wool or synthetic?", "Where to get good coffee on the river path", "춘천 가는 길 공사 정보",
        "Gravel tires on wet leaves", "Lost: a blue bottle near the bridge",
        "A week on Jeju by bicycle", "Chain wax, one year later", "한강 야간 라이딩 같이 하실 분", "Fenders that fit a 40 mm tire",
        "Group ride on Sunday, slow pace", "Is a helmet mirror worth it?", "체인 교체 주기가 궁금합니다", "Bike boxes to borrow",
        "Photos of the autumn ride", "Cheap torque wrench?", "제주 해안길 사흘 후기",
        "The bridge is open again", "오늘 저녁 번개 있나요?", "Found: a blue bottle near the bridge",
        "Rain radar for the ride home", "내일 새벽 기온이 영하입니다",
    ]
}
