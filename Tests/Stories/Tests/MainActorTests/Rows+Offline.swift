import Foundation
import NoticeBoardKitOffline
import NoticeBoardTesting

extension Row {
    static let offline: [Row] = mirrorCalls + mirrorReading + saved + check

    @RowBuilder private static var mirrorCalls: [Row] {
        mirror("BoardMirror.update(_:depth:progress:)") {
            do { $1.show(try await $0.update(someBoard)) } catch { $1.caught(error) }
        }
        mirror("BoardMirror.updateBoards()") { do { $1.show(try await $0.updateBoards()) } catch { $1.caught(error) } }
        mirror("BoardMirror.delete(_:)") { do { $1.show(try await $0.delete(someBoard)) } catch { $1.caught(error) } }
        mirror("BoardMirror.deleteAll()") { do { $1.show(try await $0.deleteAll()) } catch { $1.caught(error) } }
        Row("BoardMirror.erase()") { screen in
            try await inFolder { folder in
                let mirror = BoardMirror(service: try boards(), folder: folder)
                try await mirror.update(someBoard)
                screen.show(try await mirror.erase())
            }
        }
    }

    @RowBuilder private static var mirrorReading: [Row] {
        mirror("BoardMirror.boards()") { do { $1.show(try await $0.boards()) } catch { $1.caught(error) } }
        mirror("BoardMirror.posts(in:offset:limit:)") {
            do { $1.show(try await $0.posts(in: someBoard)) } catch { $1.caught(error) }
        }
        mirror("BoardMirror.post(_:in:)") { do { $1.show(try await $0.post(1, in: someBoard)) } catch { $1.caught(error) } }
        mirror("BoardMirror.size(of:)") { do { $1.show(try await $0.size(of: someBoard)) } catch { $1.caught(error) } }
        mirror("BoardMirror.mirroredBoards()") { do { $1.show(try await $0.mirroredBoards()) } catch { $1.caught(error) } }
        mirror("ItemSearch.next()") { mirror, screen in
            do {
                screen.show(try await mirror.search(Highlighter("e")).next())
            } catch { screen.caught(error) }
        }
    }

    @RowBuilder private static var saved: [Row] {
        savedPosts("SavedItems.posts()") { do { $1.show(try await $0.posts()) } catch { $1.caught(error) } }
    }

    @RowBuilder private static var check: [Row] {
        newPosts("NewPostCheck.run(requests:seconds:)") { do { $1.show(try await $0.run()) } catch { $1.caught(error) } }
        newPosts("NewPostCheck.markDelivered(_:)") { check, screen in
            do {
                let found = try await check.run()
                screen.show(try await check.markDelivered(found))
            } catch { screen.caught(error) }
        }
        newPosts("NewPostCheck.erase()") { do { $1.show(try await $0.erase()) } catch { $1.caught(error) } }
    }

    private static func mirror(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (BoardMirror, Screen) async -> Void
    ) -> Row {
        Row(symbol) { screen in
            try await inFolder { folder in
                let mirror = BoardMirror(service: try boards(), folder: folder)
                try await mirror.update(someBoard)
                await call(mirror, screen)
            }
        } fails: { screen in
            try await inFolder { folder in
                let mirror = BoardMirror(service: try boards(refusing), folder: folder)
                mirror.end()
                await call(mirror, screen)
            }
        }
    }

    private static func savedPosts(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (SavedPosts, Screen) async -> Void
    ) -> Row {
        Row(symbol) { screen in
            try await inFolder { await call(SavedPosts(folder: $0), screen) }
        } fails: { screen in
            try await inFolder {
                let saved = SavedPosts(folder: $0)
                saved.end()
                await call(saved, screen)
            }
        }
    }

    private static func newPosts(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (NewPostCheck, Screen) async -> Void
    ) -> Row {
        Row(symbol) { screen in
            try await inFolder { folder in
                await call(NewPostCheck(service: try boards(), folder: folder, boards: [someBoard]), screen)
            }
        }
    }
}
