import Foundation
import NoticeBoardHTTP
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardTesting

extension Row {
    @RowBuilder static var testing: [Row] {
        double("StubTransport.send(_:)", StubTransport { _ in .json("[]") }, fails: refusing)
        double("Simulator.send(_:)", BoardSimulator(), fails: BoardSimulator(weather: storm))
        double(
            "FaultTransport.send(_:)", FaultTransport(BoardSimulator(), seed: 1, faults: FaultTransport.Faults()),
            fails: FaultTransport(BoardSimulator(), seed: 1, faults: storm.faults))
        Row("Simulator.waitForRequests(_:)") { $0.show(try await LinkFixture.signedIn().simulator.waitForRequests(1)) }
        Row("Simulator.answered(_:_:times:)") {
            $0.show(try await LinkFixture.signedIn().simulator.answered("POST /login", 200))
        }
        Row("Gate.pass(isolation:)") { screen in
            let gate = Gate()
            Task {
                await gate.waitForArrivals(1)
                gate.open()
            }
            screen.show(try await gate.pass())
        } fails: { screen in
            await cancelled {
                do { screen.show(try await Gate().pass()) } catch { screen.caught(error) }
            }
        }
        Row("Gate.waitForArrivals(_:)") { screen in
            let gate = Gate()
            let passing = Task { try await gate.pass() }
            screen.show(await gate.waitForArrivals(1))
            passing.cancel()
        }
        Row("ManualClock.sleep(_:)") { screen in
            let clock = ManualClock()
            Task {
                await clock.waitForSleepers(1)
                clock.advance(by: 1)
            }
            screen.show(try await clock.sleep(1))
        } fails: { screen in
            await cancelled {
                do { screen.show(try await ManualClock().sleep(1)) } catch { screen.caught(error) }
            }
        }
        Row("ManualClock.waitForSleepers(_:)") { screen in
            let clock = ManualClock()
            let sleeping = Task { try await clock.sleep(1) }
            screen.show(await clock.waitForSleepers(1))
            sleeping.cancel()
        }
        Row("ServiceExam.run(requests:)") { screen in
            let exam = ServiceExam<ExaminedItem> { _, _ in Page(items: [ExaminedItem(id: 1)]) }
            screen.show(await exam.run(requests: 10).items)
        }
        Row(callback: "ServiceExam.Load") { onEvent in
            let exam = ServiceExam<ExaminedItem> { @MainActor _, _ in
                onEvent()
                return Page(items: [ExaminedItem(id: 1)])
            }
            _ = await exam.run(requests: 10)
        }
        Row(callback: "ExamSetup.pages(_:)") { onEvent in
            let exam = ServiceExam<ExaminedItem> { _, _ in Page(items: [ExaminedItem(id: 1)]) }
            let pages = await exam.run(requests: 10).setup.pages { @MainActor _ in
                onEvent()
                return Page(items: [])
            }
            _ = try await pages(nil)
        }
        Row("ManualNetwork.waitForNoReaders()") { screen in screen.show(await ManualNetwork().waitForNoReaders()) }
        Row("ManualLive.waitForReaders(_:)") { screen in screen.show(await ManualLive<Int>().waitForReaders(0)) }
        Row("ManualLive.waitForOpened(_:)") { screen in screen.show(await ManualLive<Int>().waitForOpened(0)) }
        Row("ManualNetwork.waitForReaders(_:)") { screen in
            let network = ManualNetwork()
            let returns = network.returns()
            screen.show(await network.waitForReaders(1))
            withExtendedLifetime(returns) {}
        }
        Row("StateProbe.firstState(within:where:)") { screen in
            let menu = BoardMenu(service: try boards(), selection: BoardSelection())
            let probe = StateProbe(menu)
            menu.open()
            screen.show(try await probe.firstState { !$0.rows.isEmpty })
        } fails: { screen in
            let selection = BoardSelection()
            let probe = StateProbe(selection)
            await cancelled {
                do { screen.show(try await probe.firstState { $0 == .nothing }) } catch { screen.caught(error) }
            }
        }
        Row("SearchHistoryContract.failures()") { screen in
            let contract = SearchHistoryContract(isPersistent: false) { _, policy, now in
                InMemorySearchHistory(policy: policy, now: now)
            }
            screen.show(await contract.failures())
        }
        Row(callback: "SearchHistoryContract.init(isPersistent:open:)") { onEvent in
            let contract = SearchHistoryContract(isPersistent: false) { @MainActor _, policy, now in
                onEvent()
                return InMemorySearchHistory(policy: policy, now: now)
            }
            _ = await contract.failures()
        }
        Row("LoopbackServer.waitForRequests(_:)") { screen in try await askingOnce { screen.show(await $0.waitForRequests(1)) } }
        Row("LoopbackServer.waitForConnections(_:)") { screen in
            try await askingOnce { screen.show(await $0.waitForConnections(1)) }
        }
        Row("LoopbackServer.waitForFinishedConnections(_:)") { screen in
            let server = try LoopbackServer(onConnect: .closedBeforeHeaders)
            defer { server.stop() }
            _ = try? await APIClient(baseURL: server.url()).response(for: Root())
            screen.show(await server.waitForFinishedConnections(1))
        }
        Row(callback: "LoopbackServer.init(port:answer:)") { onEvent in
            let server = try LoopbackServer { @MainActor _ in
                onEvent()
                return .json("[]")
            }
            defer { server.stop() }
            _ = try await APIClient(baseURL: server.url()).response(for: Root())
        }
        Row(callback: "StubTransport.init(_:)") { onEvent in
            let transport = StubTransport { @MainActor _ in
                onEvent()
                return .json(#"{"value": []}"#)
            }
            _ = try await boards(transport).boards()
        }
        Row(callback: "StubAnswer.init(_:)") { onEvent in
            let answer = StubAnswer { @MainActor _ in
                onEvent()
                return .json("[]")
            }
            _ = try await APIClient(baseURL: url(), transport: StubTransport().on(.get, "", always: answer)).response(for: Root())
        }
    }

    private static let storm = SimulatedWeather(faults: FaultTransport.Faults(refusals: 1))

    private static func double<Transport: HTTPTransport>(_ symbol: String, _ good: Transport, fails bad: Transport) -> Row {
        Row(symbol) { screen in
            screen.show(try await good.send(HTTPRequest(origin: unwrap(HTTPOrigin(url())), target: "/boards")))
        } fails: { screen in
            let request = HTTPRequest(origin: try unwrap(HTTPOrigin(url())), target: "/boards")
            do { screen.show(try await bad.send(request)) } catch { screen.caught(error) }
        }
    }

    /// Runs `body` on the main actor in a task that is already cancelled.
    @MainActor private static func cancelled(_ body: @escaping @MainActor @Sendable () async -> Void) async {
        let task = Task { await body() }
        task.cancel()
        await task.value
    }

    /// Sends one request to a local server and calls `body` with the server.
    @MainActor private static func askingOnce(_ body: @MainActor (LoopbackServer) async -> Void) async throws {
        let server = try LoopbackServer { _ in .json("[]") }
        defer { server.stop() }
        _ = try await APIClient(baseURL: server.url()).response(for: Root())
        await body(server)
    }
}

private struct Root: Endpoint {
    var request: EndpointRequest { .get("") }
}

private struct ExaminedItem: Identifiable, Sendable {
    let id: Int
}
