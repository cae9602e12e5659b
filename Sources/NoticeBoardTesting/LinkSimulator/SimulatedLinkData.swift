/// Accounts and posts generated from a seed.
enum SimulatedLinkData {
    private static let nicks = ["새싹", "minsu_kim", "이서연", "jihun", "유나", "alex_m"]
    private static let sentences = [
        "오늘 점심 뭐 먹지", "드디어 퇴근", "비 오는 날에는 파전", "Swift 6 여행기", "reading a good book", "고양이가 또 키보드를 밟았다",
        "주말 등산 같이 가실 분", "coffee first", "한강 산책", "이번 주도 고생 많았어요",
    ]
    private static let tags = ["일상", "맛집", "swift", "산책", "weekend"]
    /// 2026-03-01T00:00:00.490Z: fixed, so that generated data does not depend on the current date.
    private static let newest: Int64 = 1_772_323_200_490

    static func id(_ random: inout SeededRandom) -> String {
        let digits = Array("0123456789abcdef")
        return String((0..<24).map { _ in random.pick(digits) })
    }

    static func accounts(_ count: Int, _ random: inout SeededRandom) -> [SimulatedAccount] {
        var accounts = (0..<max(count, 0)).map { index in
            let nick = nicks[index % nicks.count] + (index < nicks.count ? "" : "_\(index / nicks.count + 1)")
            return SimulatedAccount(
                id: id(&random), email: "user\(index + 1)@example.com", password: "password\(index + 1)", nick: nick)
        }
        for index in accounts.indices where accounts.count > 1 && random.oneIn(2) {
            accounts[index].following = [accounts[(index + 1) % accounts.count].id]
        }
        return accounts
    }

    /// Newest first.
    static func posts(_ count: Int, by accounts: [SimulatedAccount], product: String, _ random: inout SeededRandom)
        -> [SimulatedLinkPost]
    {
        guard !accounts.isEmpty else { return [] }
        var time = newest
        return (0..<max(count, 0)).map { _ in
            time -= Int64(60_000 + random.below(3_600_000))
            var post = SimulatedLinkPost(id: id(&random), author: random.pick(accounts).id, time: time)
            post.fields = ["product_id": product, "content": random.pick(sentences)]
            if random.oneIn(3) { post.fields["content"]?.append(" #\(random.pick(tags))") }
            post.likes = accounts.map(\.id).filter { _ in random.oneIn(3) }
            if random.oneIn(4) {
                post.replies = [
                    SimulatedLinkReply(
                        id: id(&random), author: random.pick(accounts).id, content: random.pick(sentences), time: time + 30_000)
                ]
            }
            return post
        }
    }
}
