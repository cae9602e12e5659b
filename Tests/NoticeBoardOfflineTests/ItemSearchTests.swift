import Foundation
import NoticeBoardBase
import NoticeBoardOffline
import NoticeBoardPaging
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Search of a mirror", .inTurn, .timeLimit(.minutes(1))) struct ItemSearchTests {
    private let folder = ScratchFolder.url("search")
    private let rules = MirrorRules<Note>(texts: ["title": { $0.title }, "text": { $0.text }])

    private func mirror(_ rules: MirrorRules<Note>? = nil) async throws -> Mirror<Note> {
        let mirror = Mirror<Note>(in: folder, rules: rules ?? self.rules) { list, _, _ in
            Page(items: list == "a" ? [Note(1, title: "사과"), Note(2, title: "배")] : [Note(3, title: "사과 \"둘\"")])
        }
        for list in ["a", "b"] { try await mirror.update(list) }
        return mirror
    }

    private func found(_ search: ItemSearch<Note>) async throws -> [String] {
        var found: [String] = []
        for try await match in search { found.append(match.list + match.item.id) }
        return found
    }

    @Test("Searches all lists and texts unless some are named") func names() async throws {
        let mirror = try await mirror()
        #expect(try await found(mirror.search(Highlighter("사과"))) == ["an1", "bn3"])
        #expect(try await found(mirror.search(Highlighter("사과"), in: ["b"])) == ["bn3"])
        #expect(try await found(mirror.search(Highlighter("사과"), texts: ["text"])).isEmpty)
        #expect(try await found(mirror.search(Highlighter("of 2"), texts: ["text"])) == ["an2"])
    }

    @Test("Two loops over one search share its matches") func twoLoops() async throws {
        let lists = (0..<20).map { "list \($0)" }
        let mirror = Mirror<Note>(in: folder, rules: rules) { list, _, _ in
            Page(items: (0..<30).map { Note((lists.firstIndex(of: list) ?? 0) * 30 + $0, title: "사과") })
        }
        for list in lists { try await mirror.update(list) }
        for _ in 0..<10 {
            let search = mirror.search(Highlighter("사과"))
            async let first = found(search)
            async let second = found(search)
            let all = try await first + second
            #expect(all.count == 600)
            #expect(Set(all).count == 600)
        }
    }

    @Test("Finds typed initials and characters that JSON escapes") func spellings() async throws {
        let mirror = try await mirror()
        #expect(try await found(mirror.search(Highlighter("ㅅㄱ", options: .hangulTyping))) == ["an1", "bn3"])
        #expect(try await found(mirror.search(Highlighter("\"둘\""))) == ["bn3"])
    }

    @Test("Finds notes that were stored with other texts") func otherTexts() async throws {
        _ = try await mirror(MirrorRules<Note>(texts: ["title": { $0.title }]))
        let mirror = Mirror<Note>(in: folder, rules: rules) { _, _, _ in Page(items: []) }
        #expect(try await found(mirror.search(Highlighter("of 2"))) == ["an2"])
    }

    @Test("Without texts a search finds nothing") func noTexts() async throws {
        let mirror = try await mirror(MirrorRules<Note>())
        #expect(try await found(mirror.search(Highlighter("사과"))).isEmpty)
    }
}
