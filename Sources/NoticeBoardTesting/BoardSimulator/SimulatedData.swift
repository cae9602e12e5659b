/// Boards and posts generated from a seed.
enum SimulatedData {
    private static let boardNames = ["공지사항", "자유게시판", "Engineering", "질문과 답변", "경조사", "Marketplace", "맛집 탐방", "Book club"]
    private static let subjects = [
        "메일플러그", "서버 점검", "휴가 신청", "회의실", "보안 교육", "사내 동호회", "점심 메뉴", "분기 결산", "mail server", "Swift 6", "VPN", "parking",
        "coffee machine", "café",
    ]
    private static let predicates = [
        "안내", "일정 공유", "관련 문의", "변경 사항", "후기", "자료 요청", "검색 결과 정리", "update", "question", "is down again", "minutes", "🎉",
    ]
    private static let sentences = [
        "자세한 내용은 첨부 파일을 확인해 주세요.", "메일로 회신 부탁드립니다.", "검색이 되지 않으면 관리자에게 알려 주세요.", "이번 주 금요일까지입니다.",
        "Please reply by mail.", "See the attached minutes.", "The server restarts at midnight.", "C++ 예제도 있습니다 (100% 동작).",
    ]
    private static let writers = [
        ("김민수", "minsu.kim"), ("이서연", "seoyeon.lee"), ("박지훈", "jihun.park"), ("최유나", "yuna.choi"), ("Alex Morgan", "alex.morgan"),
        ("Zoë Müller", "zoe.muller"),
    ]
    /// 2026-03-01T00:00:00Z: fixed, so that generated data does not depend on the current date.
    private static let newest: Int64 = 1_772_323_200

    static func boards(seed: UInt64, count: Int, postsPerBoard: Int, _ content: SimulatedContent) -> [SimulatedBoard] {
        var random = SeededRandom(seed: seed)
        let firstID = 100 + random.below(900)
        var orders = Array(1...max(count, 1))
        for index in orders.indices.reversed() { orders.swapAt(index, random.below(index + 1)) }
        return (0..<max(count, 0)).map { index in
            let round = index / boardNames.count
            let name = boardNames[index % boardNames.count] + (round == 0 ? "" : " \(round + 1)")
            var board = SimulatedBoard(id: firstID + index * 7, name: name, order: orders[index])
            board.posts = posts(on: board.id, count: postsPerBoard, &random)
            if content == .everything { SimulatedTrials.put(into: &board, seed: seed) }
            return board
        }
    }

    /// Newest first; a notice can be anywhere, because the service guarantees no order.
    private static func posts(on board: Int, count: Int, _ random: inout SeededRandom) -> [SimulatedPost] {
        var time = newest - Int64(random.below(86_400))
        var posts: [SimulatedPost] = []
        // Board numbers are seven apart, so that post numbers stay unique up to 700,000 posts per board.
        for index in 0..<max(count, 0) {
            let writer = random.pick(writers)
            var post = SimulatedPost(
                id: board * 100_000 + (count - index), title: "\(random.pick(subjects)) \(random.pick(predicates))",
                contents: "\(random.pick(sentences)) \(random.pick(sentences))", writerName: writer.0,
                writerAddress: "\(writer.1)@example.com", createdAt: time)
            post.hasReply = posts.last?.parentID == post.id
            if random.oneIn(12) {
                post.type = "notice"
            } else if random.oneIn(8), index < count - 1 {
                post.type = "reply"
                post.title = "[Re] " + post.title
                post.parentID = post.id - 1
            }
            post.isAnonymous = random.oneIn(9)
            post.viewCount = random.below(500)
            post.commentCount = random.below(12)
            post.attachmentCount = random.oneIn(5) ? 1 + random.below(3) : 0
            post.isNew = index < 3
            time -= Int64(60 + random.below(40_000))
            posts.append(post)
        }
        return posts
    }
}
