import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import Testing

@Suite("Page") struct PageTests {
    @Test("A position survives being stored", arguments: [PagePosition.offset(30), .offset(.max), .cursor("6557…"), .cursor("")])
    func storedPosition(position: PagePosition) throws {
        #expect(try JSONDecoder().decode(PagePosition.self, from: JSONEncoder().encode(position)) == position)
    }

    @Test("Pages are equal by their items, their position, their total and what was skipped") func equality() {
        let page = Page(
            items: [1, 2], next: .offset(2), total: 5, skipped: [SkippedElement(index: 1, path: "", reason: "broken")])
        var other = page
        #expect(other == page)
        other.next = .offset(3)
        #expect(other != page)
        other = page
        other.skipped = []
        #expect(other != page)
    }
}
