import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardPictures
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting

extension Row {
    @RowBuilder static var pictures: [Row] {
        Row("CleanPicture.fitting(_:atMost:encode:)") { screen in
            screen.show(try await CleanPicture.fitting(onePixel, atMost: 1 << 20) { _, _, _ in throw Refusal() })
        } fails: { screen in
            do { screen.show(try await CleanPicture.fitting(onePixel, atMost: 4) { _, _, _ in throw Refusal() }) } catch {
                screen.caught(error)
            }
        }
        Row(callback: "Pictures.init(in:scope:memoryBytes:diskBytes:key:fetch:)") { onEvent in
            let pictures = Pictures(in: nil) { @MainActor _ in
                onEvent()
                return onePixel
            }
            _ = try await pictures.picture(at: "one.png")
        }
        Row(callback: "Pictures.init(in:scope:memoryBytes:key:fetch:)") { onEvent in
            let pictures = Pictures(in: NoPictures()) { @MainActor _ in
                onEvent()
                return onePixel
            }
            _ = try await pictures.picture(at: "one.png")
        }
    }

    @RowBuilder static var screens: [Row] {
        Row("HideList.whenRead()") { screen in
            screen.show(try await HideList<Somebody, Int>(in: nil).whenRead())
        } fails: { screen in
            try await inNoFolder { folder in
                do { screen.show(try await HideList<Somebody, Int>(in: folder).whenRead()) } catch { screen.caught(error) }
            }
        }
        Row(callback: "HideList.init(in:scope:me:onFailure:)") { onEvent in
            try await inNoFolder { folder in
                let hides = HideList<Somebody, Int>(in: folder) { _ in onEvent() }
                hides.hide(item: 1)
                _ = try? await hides.whenRead()
            }
        }
        Row(callback: "SearchScreen.Load") { onEvent in
            let search = SearchScreen<Found>(history: InMemorySearchHistory()) { @MainActor _, _ in
                onEvent()
                return Page(items: [])
            }
            search.setText("word")
            search.submit()
            await search.firstState { $0.results.isLoaded }
        }
        Row(callback: "SearchScreen.filter") { onEvent in
            let search = SearchScreen<Found>(history: InMemorySearchHistory()) { _, _ in Page(items: []) }
            search.filter = { _ in
                onEvent()
                return nil
            }
            search.setText("word")
            search.submit()
        }
        Row(callback: "SearchScreen.edit(_:)") { onEvent in
            let search = SearchScreen<Found>(history: InMemorySearchHistory()) { _, _ in Page(items: []) }
            search.setText("word")
            search.submit()
            search.edit { _ in
                onEvent()
                return { _ in [] }
            }
        }
    }
}

private struct Somebody: Identifiable, Codable, Hashable, Sendable {
    let id: Int
}

private struct NoPictures: PictureCache {
    func data(for key: String) -> Data? { nil }
    func store(_ data: Data, for key: String) {}
    func removeAll() {}
}

private struct Found: Identifiable, Equatable, Sendable {
    let id: Int
}
