import Foundation
import NoticeBoardBase
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@MainActor @Suite("Replies since an item was read", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ReplyCountTests {
    private typealias Marks = ReadMarks<String, Int>
    private let folder = ScratchFolder.url("reply counts")
    private var file: FileReadMarks<String, Int> { FileReadMarks(directory: folder, scope: "me") }

    @Test("Counts the replies that came since an item was read") func counts() {
        let marks = Marks()
        marks.markRead(1, in: "swift", replies: 30)
        #expect(marks.state.newReplies(to: 1, in: "swift", count: 42) == 12)
        #expect(marks.state.newReplies(to: 1, in: "swift", count: 30) == 0)
        #expect(marks.state.newReplies(to: 1, in: "swift", count: 29) == 0, "replies were deleted")
        #expect(marks.state.newReplies(to: 1, in: "rust", count: 42) == 0)
    }

    @Test("An unread item has no new replies") func unread() {
        let marks = Marks()
        #expect(marks.state.newReplies(to: 1, in: "swift", count: 42) == 0)
        marks.markRead(1, in: "swift")
        #expect(marks.state.newReplies(to: 1, in: "swift", count: 42) == 0, "read without a count")
    }

    @Test("Reading an item again counts from there") func again() {
        let marks = Marks()
        marks.markRead(1, in: "swift", replies: 30)
        marks.markRead(1, in: "swift", replies: 42)
        #expect(marks.state.newReplies(to: 1, in: "swift", count: 43) == 1)
    }

    @Test("The menu counts the new replies of the items that a list showed") func menu() {
        let marks = Marks()
        marks.markRead(1, in: "swift", replies: 3)
        marks.markRead(2, in: "swift", replies: 5)
        marks.markShown([1, 2, 3], in: "swift", replies: [1: 5, 2: 5, 3: 9])
        #expect(marks.state.newReplies(in: "swift") == 2)
        marks.markShown([2], in: "swift", replies: [2: 6])
        #expect(marks.state.newReplies(in: "swift") == 3)
        marks.beginVisit(of: "swift")
        #expect(marks.state.newReplies(in: "swift") == 0, "nothing is shown yet")
    }

    @Test("Counts that a service sends wrongly do not overflow") func hostile() {
        let marks = Marks()
        marks.markRead(1, in: "swift", replies: -1)
        marks.markRead(2, in: "swift", replies: .min)
        #expect(marks.state.newReplies(to: 1, in: "swift", count: .max) == .max)
        #expect(marks.state.newReplies(to: 1, in: "swift", count: .min) == 0)
        marks.markShown([1, 2], in: "swift", replies: [1: .max, 2: .max])
        #expect(marks.state.newReplies(in: "swift") == .max)
    }

    @Test("Marking all read takes the replies in sight as read") func all() {
        let marks = Marks()
        marks.markRead(1, in: "swift", replies: 3)
        marks.markShown([1, 2], in: "swift", replies: [1: 5, 2: 7])
        marks.markAllRead(in: "swift")
        #expect(marks.state.newReplies(in: "swift") == 0)
        #expect(marks.state.newReplies(to: 2, in: "swift", count: 8) == 1)
        marks.markShown([1], in: "swift", replies: [1: 6])
        marks.markAllRead()
        #expect(marks.state.newReplies(to: 1, in: "swift", count: 6) == 0)
    }

    @Test("Keeps the counts of the 300 items that were read last") func bound() {
        let marks = Marks()
        for item in 1...301 { marks.markRead(item, in: "swift", replies: 1) }
        #expect(marks.state.newReplies(to: 1, in: "swift", count: 2) == 0)
        #expect(marks.state.newReplies(to: 2, in: "swift", count: 2) == 1)
        marks.markRead(2, in: "swift", replies: 1)
        marks.markRead(302, in: "swift", replies: 1)
        #expect(marks.state.newReplies(to: 2, in: "swift", count: 2) == 1)
        #expect(marks.state.newReplies(to: 3, in: "swift", count: 2) == 0)
    }

    @Test("The counts survive the launch, and a sign-out erases them") func story() async throws {
        let scope = AccountScope()
        scope.signIn("me")
        let first = Marks(file)
        first.load()
        first.markRead(1, in: "swift", replies: 30)
        try await waitUntilStored()
        let second = Marks(file)
        scope.register(second, for: "me")
        second.load()
        await second.firstState { $0.isRead(1, in: "swift") }
        #expect(second.state.newReplies(to: 1, in: "swift", count: 42) == 12)
        scope.signOut()
        #expect(!second.state.isRead(1, in: "swift"))
        await scope.waitUntilErased()
        let third = Marks(file)
        third.load()
        third.markRead(2, in: "swift")
        await third.firstState { $0.isRead(2, in: "swift") }
        #expect(!third.state.isRead(1, in: "swift"))
    }

    /// Returns when a new reader finds the mark in the file.
    private func waitUntilStored() async throws {
        let reader = Marks(file)
        reader.load()
        await reader.firstState { $0.isRead(1, in: "swift") }
    }

    @Test("An item of a list that was empty at the last visit is new") func wasEmpty() {
        let marks = ReadMarks<String, String>()
        marks.markEmpty("swift")
        marks.beginVisit(of: "swift")
        #expect(marks.state.isNew("a", in: "swift"))
        marks.markRead("a", in: "swift")
        #expect(!marks.state.isNew("a", in: "swift"))
    }

    @Test("A state can be made by hand") func byHand() {
        let state = Marks.State(read: ["swift": [1: 3]], lastVisit: ["swift": 5], shown: ["swift": [1: 4, 6: 0]])
        #expect(state.isRead(1, in: "swift"))
        #expect(state.isNew(6, in: "swift"))
        #expect(!state.isNew(5, in: "swift"))
        #expect(state.newCount(in: "swift") == 1)
        #expect(state.newReplies(in: "swift") == 1)
    }
}
