import Foundation
import NoticeBoardKitOffline
import NoticeBoardTesting

/// Lists of any service on the device.
extension Row {
    static let storedLists: [Row] = listCalls + listReading + savedItems + newItems

    private typealias Notes = NoticeBoardOffline.Mirror<Post>

    @RowBuilder private static var listCalls: [Row] {
        list("Mirror.update(_:depth:progress:)") { do { $1.show(try await $0.update("a")) } catch { $1.caught(error) } }
        Row(callback: "Mirror.Load") { onEvent in
            try await inFolder { folder in
                let mirror = Notes(in: folder) { @MainActor _, _, _ in
                    onEvent()
                    return Page(items: [])
                }
                _ = try await mirror.page(of: "a")
            }
        }
        list("Mirror.page(of:at:limit:)") { do { $1.show(try await $0.page(of: "a")) } catch { $1.caught(error) } }
        list("Mirror.delete(_:)") { do { $1.show(try await $0.delete("a")) } catch { $1.caught(error) } }
        list("Mirror.deleteAll()") { do { $1.show(try await $0.deleteAll()) } catch { $1.caught(error) } }
        Row("Mirror.erase()") { screen in
            try await inFolder { folder in
                let mirror = mirror(in: folder)
                try await mirror.update("a")
                screen.show(try await mirror.erase())
            }
        }
    }

    @RowBuilder private static var listReading: [Row] {
        list("Mirror.items(in:offset:limit:)") { do { $1.show(try await $0.items(in: "a")) } catch { $1.caught(error) } }
        list("Mirror.item(_:in:)") { do { $1.show(try await $0.item(1, in: "a")) } catch { $1.caught(error) } }
        list("Mirror.size(of:)") { do { $1.show(try await $0.size(of: "a")) } catch { $1.caught(error) } }
        list("Mirror.lists()") { do { $1.show(try await $0.lists()) } catch { $1.caught(error) } }
        list("Mirror.snapshot(of:limit:)") { do { $1.show(try await $0.snapshot(of: "a")) } catch { $1.caught(error) } }
        list("ItemSearch.next()") { mirror, screen in
            do { screen.show(try await mirror.search(Highlighter("e")).next()) } catch { screen.caught(error) }
        }
    }

    @RowBuilder private static var savedItems: [Row] {
        saved("SavedItems.save(_:)") {
            do { $1.show(try await $0.save(Post(id: 1, title: "x"))) } catch { $1.caught(error) }
        }
        saved("SavedItems.delete(_:)") { do { $1.show(try await $0.delete([1])) } catch { $1.caught(error) } }
        saved("SavedItems.ids()") { do { $1.show(try await $0.ids()) } catch { $1.caught(error) } }
        saved("SavedItems.items()") { do { $1.show(try await $0.items()) } catch { $1.caught(error) } }
        Row("SavedItems.erase()") { screen in
            try await inFolder { screen.show(try await SavedItems<Post>(in: $0).erase()) }
        }
    }

    @RowBuilder private static var newItems: [Row] {
        Row(callback: "NewItemCheck.Load") { onEvent in
            try await inFolder { folder in
                let check = NewItemCheck<Post>(in: folder, lists: ["a"]) { @MainActor _, _, _ in
                    onEvent()
                    return Page(items: [])
                }
                _ = try await check.run()
            }
        }
        check("NewItemCheck.run(requests:seconds:)") { do { $1.show(try await $0.run()) } catch { $1.caught(error) } }
        check("NewItemCheck.markDelivered(_:)") { check, screen in
            do {
                let found = try await check.run()
                screen.show(try await check.markDelivered(found))
            } catch { screen.caught(error) }
        }
        check("NewItemCheck.erase()") { do { $1.show(try await $0.erase()) } catch { $1.caught(error) } }
    }

    private static func mirror(in folder: URL) -> Notes {
        Notes(in: folder, rules: MirrorRules(texts: ["title": { $0.title }])) { _, _, _ in
            Page(items: [Post(id: 1, title: "one")])
        }
    }

    private static func list(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (NoticeBoardOffline.Mirror<Post>, Screen) async -> Void
    ) -> Row {
        Row(symbol) { screen in
            try await inFolder { folder in
                let mirror = mirror(in: folder)
                try await mirror.update("a")
                await call(mirror, screen)
            }
        } fails: { screen in
            try await inFolder { folder in
                let mirror = Notes(in: folder) { _, _, _ in throw NoticeBoardError(.forbidden) }
                mirror.end()
                await call(mirror, screen)
            }
        }
    }

    private static func saved(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (SavedItems<Post>, Screen) async -> Void
    ) -> Row {
        Row(symbol) { screen in
            try await inFolder { await call(SavedItems(in: $0), screen) }
        } fails: { screen in
            try await inFolder {
                let saved = SavedItems<Post>(in: $0)
                saved.end()
                await call(saved, screen)
            }
        }
    }

    private static func check(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (NewItemCheck<Post>, Screen) async -> Void
    ) -> Row {
        Row(symbol) { screen in
            try await inFolder { folder in
                let check = NewItemCheck<Post>(in: folder, lists: ["a"]) { _, _, _ in Page(items: [Post(id: 1, title: "one")]) }
                await call(check, screen)
            }
        }
    }
}
