import Foundation
import NoticeBoardKit
import NoticeBoardTesting

extension Row {
    static let kit: [Row] = boardService + accounts + boardScreens

    @RowBuilder private static var boardService: [Row] {
        board("NoticeBoardClient.boards()") { do { $1.show(try await $0.boards()) } catch { $1.caught(error) } }
        board("NoticeBoardClient.boardPage()") { do { $1.show(try await $0.boardPage()) } catch { $1.caught(error) } }
        board("NoticeBoardClient.postPage(in:offset:limit:)") {
            do { $1.show(try await $0.postPage(in: someBoard, offset: 0, limit: 5)) } catch { $1.caught(error) }
        }
        board("NoticeBoardClient.searchPage(_:in:target:offset:limit:)") {
            do { $1.show(try await $0.searchPage("word", in: someBoard, target: .title, offset: 0, limit: 5)) } catch {
                $1.caught(error)
            }
        }
        anyBoard("NoticeBoardService.boards()") { do { $1.show(try await $0.boards()) } catch { $1.caught(error) } }
        anyBoard("NoticeBoardService.boardPage()") { do { $1.show(try await $0.boardPage()) } catch { $1.caught(error) } }
        anyBoard("NoticeBoardService.postPage(in:offset:limit:)") {
            do { $1.show(try await $0.postPage(in: someBoard, offset: 0, limit: 5)) } catch { $1.caught(error) }
        }
        anyBoard("NoticeBoardService.searchPage(_:in:target:offset:limit:)") {
            do { $1.show(try await $0.searchPage("word", in: someBoard, target: .title, offset: 0, limit: 5)) } catch {
                $1.caught(error)
            }
        }
        anyBoard("NoticeBoardService.postPage(in:at:limit:)") {
            do { $1.show(try await $0.postPage(in: someBoard, at: nil)) } catch { $1.caught(error) }
        }
        anyBoard("NoticeBoardService.searchPage(_:in:target:at:limit:)") {
            do { $1.show(try await $0.searchPage("word", in: someBoard, target: .title, at: nil)) } catch { $1.caught(error) }
        }
    }

    @RowBuilder private static var accounts: [Row] {
        account("AccountHistory.entries()") { do { $1.show(try await $0.entries()) } catch { $1.caught(error) } }
        account("AccountHistory.recording()") { do { $1.show(try await $0.recording()) } catch { $1.caught(error) } }
        account("AccountHistory.refresh()") { do { $1.show(try await $0.refresh()) } catch { $1.caught(error) } }
        account("AccountHistory.apply(_:isolation:)") {
            do { $1.show(try await $0.apply(.save(SearchHistoryEntry.Key("word")), isolation: MainActor.shared)) } catch {
                $1.caught(error)
            }
        }
        Row("ReadMarks.erase()") { screen in
            screen.show(try await PostMarks().erase())
        } fails: { screen in
            try await inNoFolder { folder in
                do { screen.show(try await PostMarks(FilePostMarks(directory: folder)).erase()) } catch { screen.caught(error) }
            }
        }
    }

    @RowBuilder private static var boardScreens: [Row] {
        Row("BoardApp.open()") { screen in
            screen.show(await BoardApp(service: try boards()).open())
            try await inNoFolder { folder in
                screen.show(
                    await BoardApp(service: try boards(refusing), place: FileBoardPlace(directory: folder)).open())
            }
        }
        Row("BoardApp.saveNow()") { screen in
            screen.show(await BoardApp(service: try boards()).saveNow())
            try await inNoFolder { folder in
                screen.show(await BoardApp(service: try boards(), place: FileBoardPlace(directory: folder)).saveNow())
            }
        }
        Row("BoardApp.signOut(erasing:)") { screen in
            screen.show(await BoardApp(service: try boards()).signOut())
            try await inNoFolder { folder in
                screen.show(await BoardApp(service: try boards(), place: FileBoardPlace(directory: folder)).signOut())
            }
        }
        Row("BoardMenu.refreshAndWait()") { screen in
            screen.show(await BoardMenu(service: try boards(), selection: BoardSelection()).refreshAndWait())
            screen.show(await BoardMenu(service: try boards(refusing), selection: BoardSelection()).refreshAndWait())
        }
        observation("StateForwarding.observe(_:)") {
            PostMarks()
        } change: {
            $0.beginVisit(of: 1)
        }
        observation("StateForwarding.observe(_:)") {
            BoardMenu(service: try boards(), selection: BoardSelection())
        } change: {
            $0.open()
        }
        observation("StateForwarding.observe(_:)") {
            BoardSelection()
        } change: {
            $0.select(Board(id: 1, name: "board"))
        }
        observation("StateForwarding.observe(_:)") {
            PostList(service: try boards(), selection: chosen())
        } change: {
            $0.open()
        }
        observation("StateForwarding.observe(_:)") {
            PostPage(selection: chosen())
        } change: {
            $0.open(Post(id: 1, title: "post"))
        }
        observation("StateForwarding.observe(_:)") {
            PostSearch(service: try boards(), history: InMemorySearchHistory(), selection: chosen())
        } change: {
            $0.setText("word")
            $0.submit()
        }
    }

    private static func board(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (NoticeBoardClient, Screen) async throws -> Void
    ) -> Row {
        Row(symbol) { screen in
            try await call(boards(), screen)
        } fails: { screen in
            try await call(boards(refusing), screen)
        }
    }

    private static func anyBoard(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (any NoticeBoardService, Screen) async throws -> Void
    ) -> Row {
        Row(symbol) { screen in
            try await call(boards(), screen)
        } fails: { screen in
            try await call(boards(refusing), screen)
        }
    }

    private static func account(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (AccountHistory, Screen) async throws -> Void
    ) -> Row {
        Row(symbol) { screen in
            try await call(AccountHistory(InMemorySearchHistory()), screen)
        } fails: { screen in
            try await call(AccountHistory(BrokenHistory()), screen)
        }
    }

    @MainActor private static func chosen() -> BoardSelection {
        let selection = BoardSelection()
        selection.select(Board(id: 1, name: "board"))
        return selection
    }

}
