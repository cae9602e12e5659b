import BoardTerminal
import Testing

@Suite("List cursor") struct ListCursorTests {
    private func cursor(at index: Int, in ids: [Int], height: Int = 5) -> ListCursor<Int> {
        var cursor = ListCursor<Int>()
        cursor.move(to: index)
        cursor.follow(ids, height: height)
        return cursor
    }

    @Test("Stays on its row when rows are inserted above") func insertedAbove() {
        var cursor = cursor(at: 20, in: Array(0..<50))
        let inSight = 20 - cursor.window(of: 50, height: 5).lowerBound
        let later = [100, 101, 102] + Array(0..<50)
        cursor.follow(later, height: 5) { later.firstIndex(of: $0) }
        #expect(cursor.id == 20)
        #expect(cursor.index == 23)
        #expect(23 - cursor.window(of: 53, height: 5).lowerBound == inSight)
    }

    @Test("Keeps the visible rows in place") func visibleRows() {
        var cursor = cursor(at: 20, in: Array(0..<50))
        cursor.move(by: -2)
        cursor.follow(Array(0..<50), height: 5)
        #expect(cursor.window(of: 50, height: 5) == 16..<21)
        let later = [100, 101, 102] + Array(0..<50)
        cursor.follow(later, height: 5) { later.firstIndex(of: $0) }
        #expect(cursor.window(of: 53, height: 5) == 19..<24)
    }

    @Test("Moves to a neighbor when its row is removed") func removedRow() {
        var cursor = cursor(at: 4, in: [1, 2, 3, 4, 5])
        cursor.follow([1, 2, 3], height: 5)
        #expect(cursor.id == 3)
        cursor.follow([], height: 5)
        #expect(cursor.id == nil)
        cursor.follow([7], height: 5)
        #expect(cursor.id == 7)
    }

    @Test("Stays inside the window and the list") func bounds() {
        var cursor = cursor(at: 0, in: Array(0..<30))
        for step in [1, 1, 10, -3, 100, -1, -100, 7, -2] {
            cursor.move(by: step)
            cursor.follow(Array(0..<30), height: 5)
            #expect((0..<30).contains(cursor.index))
            #expect(cursor.window(of: 30, height: 5).contains(cursor.index))
            #expect(cursor.window(of: 30, height: 5).count == 5)
        }
    }

    @Test("Follows the end of a growing list") func end() {
        var cursor = cursor(at: 0, in: [1, 2])
        cursor.followsEnd = true
        cursor.follow(Array(0..<90), height: 5)
        #expect(cursor.index == 89)
        cursor.move(by: -1)
        cursor.follow(Array(0..<120), height: 5)
        #expect(cursor.index == 88)
    }

    @Test("Stays visible when the window shrinks") func smallerWindow() {
        var cursor = cursor(at: 29, in: Array(0..<30), height: 20)
        cursor.follow(Array(0..<30), height: 3)
        #expect(cursor.window(of: 30, height: 3) == 27..<30)
        cursor.follow(Array(0..<30), height: 0)
        #expect(cursor.index == 29)
    }
}
