import Foundation
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import StorySupport
import Testing

@Suite("Link: lists", .timeLimit(.minutes(2))) @MainActor struct ListStories {
    private func read(_ list: LinkPostList, to count: Int) async {
        #expect(await eventually { !list.state.rows.isEmpty })
        #expect(
            await eventually {
                if list.state.rows.count < count, let last = list.state.rows.last { list.rowAppeared(last.id) }
                return list.state.rows.count >= count
            })
    }

    @Test("Keeps the anchor row when 150 posts arrive") func manyNewcomers() async throws {
        try await linkStory(LinkSimulator(posts: 150)) { story in
            try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                await read(list, to: 120)
                let row = list.state.rows[110]
                list.scrolled(to: row.id)
                for number in 0..<150 { story.service.write("new \(number)") }
                list.refresh()
                #expect(await eventually { list.state.feed.refresh == .idle })
                #expect(list[row.id] != nil)
                #expect(list.state.rows.count > 110)
            }
        }
    }

    @Test("Removes posts deleted on another device from the list") func deletedElsewhere() async throws {
        try await linkStory(LinkSimulator(posts: 60)) { story in
            let memory = try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                await read(list, to: 60)
                story.service.posts.removeSubrange(40..<55)
                list.refresh()
                #expect(await eventually { list.state.feed.refresh == .idle })
                return try #require(list.snapshot)
            }
            try await story.launch { app in
                try await app.session.restore()
                let list = try app.open(from: memory)
                #expect(await eventually { !list.state.feed.isStale })
                await read(list, to: 45)
                let kept = Set(story.service.posts.map(\.id))
                #expect(list.state.rows.allSatisfy { kept.contains($0.id) })
            }
        }
    }

    @Test("Resumes loading a list after a network failure") func halfWay() async throws {
        try await linkStory(LinkSimulator(posts: 60)) { story in
            try await story.launch { app in
                try await app.signIn()
                let list = try app.open()
                #expect(await eventually { list.state.rows.count == 20 })
                story.network.isDown = true
                list.loadMore()
                #expect(await eventually { list.state.feed.older.failure?.code == .noNetwork })
                #expect(list.state.rows.count == 20)
                story.network.isDown = false
                story.service.write("in between")
                list.retry()
                #expect(await eventually { list.state.rows.count >= 40 })
                list.loadAll()
                #expect(await eventually { list.state.feed.end != nil })
                #expect(list.state.rows.count >= 60)
            }
        }
    }

    @Test("Retrying a profile loads only its failed posts") func halfAProfile() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let other = story.service.user(2)
                story.service.answer("GET /post/user/\(other)", with: .status(400))
                let page = try app.open(profile: other)
                #expect(await eventually { page.state.profile.value != nil && page.state.feed.refresh.failure != nil })
                #expect(page.state.sections == [.profile, .posts])
                #expect(page.state.display(of: .profile) == .items)
                story.service.answer("GET /post/user/\(other)", with: nil)
                page.retry()
                #expect(await eventually { !page.state.rows.isEmpty })
                #expect(story.service.count("GET /profile/\(other)", 200) == 1)
                page.block(true)
                #expect(page.state.sections == [.profile])
            }
        }
    }

    @Test("Keeps an unliked post in the liked list until it is refreshed") func unliked() async throws {
        try await linkStory { story in
            try await story.launch { app in
                try await app.signIn()
                let liked = try app.open(.liked)
                #expect(await eventually { !liked.state.rows.isEmpty })
                let row = liked.state.rows[0]
                liked.like(row.id, false)
                #expect(await eventually { liked[row.id]?.isLikeUnconfirmed == false })
                #expect(liked[row.id]?.isLiked == false)
                story.network.isDown = true
                liked.refresh()
                #expect(await eventually { liked.state.feed.refresh.failure != nil })
                #expect(liked[row.id] != nil)
                story.network.isDown = false
                liked.retry()
                #expect(await eventually { liked[row.id] == nil })
            }
        }
    }
}
