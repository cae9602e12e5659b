import Foundation

/// Hard cases for a client, mixed into a board's posts by a seed.
enum SimulatedTrials {
    private static let titles = [
        "", " ", "[Re] ", "[Re] [Re] 두 번 답글", "[RE] re", "\u{0}\u{1}\u{1B}[31mred\u{7}", "\u{202E}olleh\u{202C}",
        "a\u{2028}b\u{2029}c",
        "\"quoted\" \\ back\\slash /", "<b>굵게</b> & <script>alert(1)</script>", "%00 %s %n %@ ${x} \\(y)", "👩‍👩‍👧‍👦🏳️‍🌈🇰🇷", "ﷺ﷽",
        "Ｆｕｌｌ ｗｉｄｔｈ",
        "ｱｲｳ", "a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}", "\u{FEFF}BOM", "ㅋㅋㅋㅋ", "메일\u{200B}플러그",
        String(repeating: "메일 ", count: 400),
    ]
    private static let contents = [
        "", "<p>안녕하세요.</p><p>메일&nbsp;플러그 &amp; 친구들 &lt;3</p>", "<script>while(true){}</script>보이는 글<style>p{color:red}</style>",
        "<img src=x onerror=alert(1)>", "&#xD55C;&#44544; &notanentity; &#0; &#x110000;", "<<<<<<< 1 < 2 && 3 > 2",
        "<!-- <p>숨은 글</p> -->끝", String(repeating: "<div>", count: 300) + "깊은 곳", "\u{FFFF}\u{10FFFF}",
    ]
    private static let types = ["survey", "NOTICE", "", "공지", "reply "]
    /// 0001-01-01, 1900-01-01, 1970-01-01, 2038-01-19, 2100-03-01, 9999-12-31.
    private static let times: [Int64] = [-62_135_596_800, -2_208_988_800, 0, 2_147_483_648, 4_107_542_400, 253_402_214_400]

    static func put(into board: inout SimulatedBoard, seed: UInt64) {
        var random = SeededRandom(seed: seed ^ UInt64(truncatingIfNeeded: board.id) &* 0xA24B_AED4_963E_E407)
        board.isFavorite = random.oneIn(3)
        board.isWritable = !random.oneIn(3)
        board.kind = random.oneIn(4) ? "gallery" : "normal"
        for index in board.posts.indices { change(&board.posts[index], &random) }
    }

    private static func change(_ post: inout SimulatedPost, _ random: inout SeededRandom) {
        if random.oneIn(6) { post.title = random.pick(titles) }
        if random.oneIn(6) { post.contents = random.pick(contents) }
        // Decomposed text (NFD), as in a Mac's file names and from some clients.
        if random.oneIn(6) { post.title = post.title.decomposedStringWithCanonicalMapping }
        if random.oneIn(12) { post.writerName = post.writerName.decomposedStringWithCanonicalMapping }
        if random.oneIn(12) { post.type = random.pick(types) }
        if random.oneIn(15) { post.createdAt = random.pick(times) }
        if random.oneIn(5) { post.dateForm = random.pick(SimulatedDate.Form.allCases) }
        if random.oneIn(15) { post.isNotify = random.oneIn(2) }
        if random.oneIn(10) { post.writerPhoto = "https://example.com/photos/\(post.id).png" }
        if random.oneIn(10) { post.viewCount = random.pick([0, 1_000_000, Int(Int32.max)]) }
        post.hasInlineImage = random.oneIn(8)
        post.isOwner = random.oneIn(10)
        post.isBroken = random.oneIn(20)
    }
}
