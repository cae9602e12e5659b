import Testing

@testable import NoticeBoardHTTP

@Suite("Content-Range", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ContentRangeTests {
    @Test(
        "Reads the parts that end with the body",
        arguments: [
            ("bytes 0-9/10", 0, 10), ("bytes 4-9/10", 4, 10), ("BYTES 4-9/10", 4, 10), ("bytes 4-9/*", 4, nil),
            ("bytes */10", nil, 10), ("bytes 9-9/10", 9, 10),
        ] as [(String, Int?, Int?)])
    func reads(text: String, first: Int?, total: Int?) {
        let range = ContentRange(text)
        #expect(range != nil)
        #expect(range?.first == first)
        #expect(range?.total == total)
    }

    @Test(
        "Refuses other units, contradictions and parts that stop before the end",
        arguments: [
            "", "bytes", "bytes ", "items 0-9/10", "bytes 0-9", "bytes 0-8/10", "bytes 9-4/10", "bytes 0-10/10", "bytes -9/10",
            "bytes 0-/10", "bytes a-9/10", "bytes 0-9/x", "bytes 0-9/10/10", "bytes +0-9/10", "bytes 0-9-9/10",
            "bytes 0-99999999999999999999/100000000000000000000", "bytes 0-9/",
        ])
    func refuses(text: String) {
        #expect(ContentRange(text) == nil)
    }
}
