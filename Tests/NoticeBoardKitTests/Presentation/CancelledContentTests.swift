import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@testable import NoticeBoardKit

@Suite("Contents of a cancelled task", .serialized, .inTurn, .timeLimit(.minutes(1))) struct CancelledContentTests {
    /// Runs `work` in a task that is cancelled already.
    private func cancelled<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return work()
        }.value
    }

    @Test(
        "Reads no more than a few hundred pieces",
        arguments: ["<p>a</p>", "<b>", "&amp;", "<i hidden></i>", "<!---->", "<ul><li>a", "<table><tr><td>a<td>b</table>"])
    func stopped(piece: String) async {
        let contents = "<p>a</p>" + String(repeating: piece, count: 3_000) + "<p>끝</p>"
        #expect(PostBody(contents).blocks.last?.text.hasSuffix("끝") == true)
        let body = await cancelled { PostBody(contents, baseURL: nil, isCancellable: true) }
        #expect(body.isCut)
        #expect(body.blocks.count <= 256)
        #expect(body.blocks.last?.text.hasSuffix("끝") != true)
    }

    @Test("Throws CancellationError") func thrown() async {
        let isThrown = await cancelled {
            do {
                _ = try PostContent(cancellable: "<p>메일", highlighting: Highlighter("메일"), baseURL: nil)
                return false
            } catch { return error is CancellationError }
        }
        #expect(isThrown)
    }

    @Test("Has the same contents in a task that is not cancelled") func whole() throws {
        let contents = String(repeating: "<p>메일</p>", count: 1_000)
        let content = try PostContent(cancellable: contents, highlighting: Highlighter("메일"), baseURL: nil)
        #expect(content == PostContent(contents, highlighting: Highlighter("메일")))
    }

    @Test("An app's own call reads everything") func complete() async {
        let contents = String(repeating: "<p>메일</p>", count: 1_000)
        let content = await cancelled { PostContent(contents, highlighting: Highlighter("메일")) }
        #expect(content.hits.count == 1_000)
        #expect(await cancelled { PlainText.text(of: contents) }.utf8.count == PlainText.text(of: contents).utf8.count)
    }

    @Test("Returns the highlights of each block of many, and none for a block that does not exist") func highlights() {
        let content = PostContent(String(repeating: "<p>메일 메일</p><p>a</p>", count: 2_000), highlighting: Highlighter("메일"))
        #expect(content.hits.count == 4_000)
        let counts = content.body.blocks.indices.map { content.highlights(of: $0).count }
        #expect(counts == content.body.blocks.map { $0.text == "a" ? 0 : 2 })
        #expect([-1, 4_000, Int.max, Int.min].allSatisfy { content.highlights(of: $0).isEmpty })
    }
}
