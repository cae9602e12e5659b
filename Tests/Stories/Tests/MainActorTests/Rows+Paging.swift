import NoticeBoardBase
import NoticeBoardPaging

extension Row {
    static let paging: [Row] = paginators + lists + writes

    @RowBuilder private static var paginators: [Row] {
        Row("Paginator.loadAll(isolation:progress:)") { screen in
            screen.show(try await number.loadAll())
        } fails: { screen in
            do { screen.show(try await broken.loadAll()) } catch { screen.caught(error) }
        }
        Row(callback: "Paginator.loadAll(isolation:progress:)") { onEvent in _ = try await number.loadAll { _ in onEvent() } }
        walk("Paginator.AsyncIterator.next()") { await $0.next($1) }
        walk("Paginator.AsyncIterator.next(isolation:)") { await $0.nextHere($1) }
        walk("Paginator.Pages.AsyncIterator.next()") { await $0.nextPage($1) }
        Row(callback: "Paginator.Load") { onEvent in
            let paginator = Paginator<Number> { @MainActor _ in
                onEvent()
                return Page(items: [])
            }
            _ = try await paginator.loadAll()
        }
    }

    @RowBuilder private static var lists: [Row] {
        Row("FeedScreen.refreshAndWait()") { screen in
            screen.show(await Feed<Number> { _ in Page(items: [Number(id: 1)]) }.refreshAndWait())
            screen.show(await Feed<Number> { _ in throw Refusal() }.refreshAndWait())
        }
        Row("Loader.refreshAndWait()") { screen in
            screen.show(await Loader { 1 }.refreshAndWait())
            screen.show(await Loader<Int> { throw Refusal() }.refreshAndWait())
        }
        Row(callback: "Feed.Load") { onEvent in
            let feed = Feed<Number> { @MainActor _ in
                onEvent()
                return Page(items: [])
            }
            await feed.refreshAndWait()
        }
        Row(callback: "Loader.init(from:fresh:life:spinnerDelay:time:load:)") { onEvent in
            let loader = Loader { @MainActor in onEvent() == () }
            await loader.refreshAndWait()
        }
        Row(callback: "Loader.init(from:fresh:life:spinnerDelay:changes:patch:time:load:)") { onEvent in
            let loader = Loader(changes: ChangeBus<Int>(), patch: { _, _ in }, load: { @MainActor in onEvent() == () })
            await loader.refreshAndWait()
        }
        Row(callback: "Feed.follow(_:edits:)") { onEvent in
            let feed = Feed<Number> { _ in Page(items: []) }
            let steps: @MainActor () -> AsyncStream<LiveStep<Int>> = {
                onEvent()
                return AsyncStream { $0.finish() }
            }
            feed.follow(steps()) { _, _ in [] }
            feed.open()
            await feed.firstState { $0.isLoaded }
        }
        Row(callback: "AppLife.observe(_:)") { onEvent in
            let life = AppLife()
            let observation = life.observe { _ in onEvent() }
            life.enterBackground()
            observation.cancel()
        }
        Row(callback: "CombinedState.init(_:_:)") { onEvent in
            let loader = Loader { 1 }
            let joined = CombinedState([loader]) {
                onEvent()
                return loader.state
            }
            await loader.refreshAndWait()
            withExtendedLifetime(joined) {}
        }
        observation("StateStore.observe(_:)") {
            StateStore(1)
        } change: {
            $0.state = 2
        }
        observation("StateForwarding.observe(_:)") {
            Feed<Number> { _ in Page(items: []) }
        } change: {
            $0.open()
        }
        observation("StateForwarding.observe(_:)") {
            Loader { 1 }
        } change: {
            $0.open()
        }
        observation("StateForwarding.observe(_:)") {
            let loader = Loader { 1 }
            loader.open()
            return CombinedState([loader]) { loader.state }
        } change: { _ in
        }
        observation("StateForwarding.observe(_:)") {
            wishes { _, _ in }
        } change: {
            $0.want(true, 1, confirmed: false)
        }
        Row(callback: "ChangeBus.observe(_:)") { onEvent in
            let bus = ChangeBus<Int>()
            let observation = bus.observe { _ in onEvent() }
            bus.send(1)
            observation.cancel()
        }
    }

    @RowBuilder private static var writes: [Row] {
        Row(callback: "WriteQueue.begin(_:_:done:)") { onEvent in
            let (writes, calls) = (WriteQueue(ChangeBus<Int>()), Calls())
            writes.begin(
                1,
                { @MainActor in
                    onEvent(); return 1
                },
                done: { _ in
                    onEvent(); calls.add()
                })
            writes.begin(
                1, { throw Refusal() },
                done: { _ in
                    onEvent(); calls.add()
                })
            await calls.wait(for: 2)
        }
        Row(callback: "OptimisticUpdates.Fetch") { onEvent in
            let calls = Calls()
            let asked = OptimisticUpdates<Int, Bool, Int>(
                WriteQueue(ChangeBus<Int>()), set: { _, _ in throw NoticeBoardError(.unreachable) },
                fetch: { @MainActor key in
                    onEvent()
                    calls.add()
                    return (true, key)
                })
            asked.want(true, 1, confirmed: false)
            await calls.wait()
        }
        Row(callback: "OptimisticUpdates.Set") { onEvent in
            let calls = Calls()
            let made = OptimisticUpdates<Int, Bool, Int>(
                WriteQueue(ChangeBus<Int>()),
                set: { @MainActor key, wanted in
                    onEvent()
                    calls.add()
                    return (wanted, key)
                }, fetch: { key in (true, key) })
            made.want(true, 1, confirmed: false)
            await calls.wait()
        }
        Row(callback: "OptimisticUpdates.init(_:set:fetch:failed:)") { onEvent in
            let calls = Calls()
            let refused = wishes { _, _ in
                onEvent()
                calls.add()
            }
            refused.want(true, 1, confirmed: false)
            await calls.wait()
        }
    }

    private static func walk(_ symbol: String, _ step: @escaping @MainActor @Sendable (Walk, Screen) async -> Void) -> Row {
        Row(symbol) {
            await step(Walk(number), $0)
        } fails: {
            await step(Walk(broken), $0)
        }
    }

    private static let number = Paginator { _ in Page(items: [Number(id: 1)]) }
    private static let broken = Paginator<Number> { _ in throw Refusal() }

    /// Creates optimistic updates that the service always rejects.
    @MainActor private static func wishes(_ failed: @escaping @MainActor (Int, any Error) -> Void) -> OptimisticUpdates<
        Int, Bool, Int
    > {
        OptimisticUpdates(
            WriteQueue(ChangeBus<Int>()), set: { _, _ in throw NoticeBoardError(.forbidden) },
            fetch: { key in (false, key) }, failed: failed)
    }
}

private struct Number: Identifiable, Equatable, Sendable {
    let id: Int
}

/// Stores iterators and advances them by hand, like a view model that loads page after page.
@MainActor
private final class Walk {
    private let items: Paginator<Number>.AsyncIterator
    private let pages: Paginator<Number>.Pages.AsyncIterator

    init(_ paginator: Paginator<Number>) {
        items = paginator.makeAsyncIterator()
        pages = paginator.pages.makeAsyncIterator()
    }

    func next(_ screen: Screen) async {
        do { screen.show(try await items.next()) } catch { screen.caught(error) }
    }

    func nextPage(_ screen: Screen) async {
        do { screen.show(try await pages.next()) } catch { screen.caught(error) }
    }

    func nextHere(_ screen: Screen) async {
        guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return await next(screen) }
        do { screen.show(try await items.next(isolation: MainActor.shared)) } catch { screen.caught(error) }
    }
}
