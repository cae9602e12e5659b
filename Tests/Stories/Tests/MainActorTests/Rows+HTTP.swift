import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging
import NoticeBoardTesting

extension Row {
    static let http: [Row] = calls + sessions + accountSessions + transports + curl + waiting

    @RowBuilder private static var waiting: [Row] {
        Row("TimeSource.sleep") { screen in
            screen.show(try await TimeSource.system.sleep(0))
        } fails: { screen in
            do { screen.show(try await TimeSource(now: { 0 }, sleep: { _ in throw Refusal() }).sleep(0)) } catch {
                screen.caught(error)
            }
        }
        Row(callback: "TimeSource.init(now:sleep:)") { onEvent in
            try await TimeSource(now: { 0 }, sleep: { @MainActor _ in onEvent() }).sleep(1)
        }
        Row("StateSource.firstState(within:time:where:)") { screen in
            let loader = Loader { 1 }
            loader.open()
            screen.show(await loader.firstState { $0.value != nil })
        }
        observation("StateSource.observe(_:)") {
            Loader { 1 }
        } change: {
            $0.open()
        }
    }

    @RowBuilder private static var calls: [Row] {
        api("APIClient.value(_:for:)") {
            do { $1.show(try await $0.value([Int].self, for: Numbers())) } catch { $1.caught(error) }
        }
        api("APIClient.valueAndResponse(_:for:)") {
            do { $1.show(try await $0.valueAndResponse([Int].self, for: Numbers())) } catch { $1.caught(error) }
        }
        api("APIClient.response(for:)") { do { $1.show(try await $0.response(for: Numbers())) } catch { $1.caught(error) } }
        api("APIClient.download(_:to:)") { client, screen in
            try await inFolder { folder in
                let file = folder.appendingPathComponent("numbers")
                do { screen.show(try await client.download(Numbers(), to: file)) } catch { screen.caught(error) }
            }
        }
        api("APIClient.download(_:resuming:)") { client, screen in
            try await inFolder { folder in
                let file = folder.appendingPathComponent("numbers")
                do { screen.show(try await client.download(Numbers(), resuming: file)) } catch { screen.caught(error) }
            }
        }
        api("APIClient.value(_:)") { client, screen in
            do { screen.show(try await client.value(NoticeBoardHTTP.Call<[Int]>(Numbers().request))) } catch {
                screen.caught(error)
            }
        }
        api("APIClient.valueAndResponse(_:)") { client, screen in
            do { screen.show(try await client.valueAndResponse(NoticeBoardHTTP.Call<[Int]>(Numbers().request))) } catch {
                screen.caught(error)
            }
        }
        Row(callback: "ProbedNetwork.init(every:time:probe:)") { onEvent in
            let network = ProbedNetwork(every: 1) { @MainActor in
                onEvent()
                return true
            }
            for await _ in network.returns() { return }
        }
        // The call goes through a retry, a redirect and a token renewal.
        Row("APIClient.value(_:for:)") { screen in
            let answers = StubTransport().on(.get, "numbers", .status(503), .status(302, headers: ["Location": "/other"]))
                .on(.get, "other", .json("[1]"))
            screen.show(try await APIClient(quick(), transport: answers).value([Int].self, for: Numbers()))
        }
        Row("APIClient.value(_:for:)") { screen in
            var configuration = try quick()
            configuration.authorization = TokenSession(old) { _ in new }
            let answers = StubTransport { $0.headers["Authorization"] == "Bearer new" ? .json("[1]") : .json("{}", status: 401) }
            screen.show(try await APIClient(configuration, transport: answers).value([Int].self, for: Numbers()))
        } fails: { screen in
            var configuration = try quick()
            configuration.authorization = TokenSession(old) { _ in throw Refusal() }
            let answers = StubTransport { _ in .json("{}", status: 401) }
            do { screen.show(try await APIClient(configuration, transport: answers).value([Int].self, for: Numbers())) } catch {
                screen.caught(error)
            }
        }
    }

    @RowBuilder private static var sessions: [Row] {
        Row("TokenSource.token()") { screen in
            screen.show(try await anySource(AccessToken.bearer("new")).token())
        } fails: { screen in
            do { screen.show(try await anySource(NoTokens()).token()) } catch { screen.caught(error) }
        }
        Row("TokenSession.renew(isolation:)") { screen in
            screen.show(try await TokenSession(old) { _ in new }.renew())
        } fails: { screen in
            do { screen.show(try await TokenSession(old) { _ in throw Refusal() }.renew()) } catch { screen.caught(error) }
        }
        Row("TokenSession.restore(isolation:)") { screen in
            screen.show(try await TokenSession(store: MemoryTokenStore(old)) { _ in new }.restore())
        } fails: { screen in
            do { screen.show(try await TokenSession(store: BrokenTokens()) { _ in new }.restore()) } catch {
                screen.caught(error)
            }
        }
        Row("TokenSession.waitUntilStored()") { screen in
            screen.show(try await TokenSession(old, store: MemoryTokenStore()) { _ in new }.waitUntilStored())
        } fails: { screen in
            do { screen.show(try await TokenSession(old, store: BrokenTokens()) { _ in new }.waitUntilStored()) } catch {
                screen.caught(error)
            }
        }
        Row("AccountScope.waitUntilErased()") { $0.show(await signedOutScope().waitUntilErased()) }
        Row(callback: "AccountScope.register(_:for:end:)") { onEvent in
            let (scope, listed) = (AccountScope(), Listed())
            scope.register(listed) { _ in onEvent() }
            scope.signIn("a")
            scope.signOut()
            await scope.waitUntilErased()
            withExtendedLifetime(listed) {}
        }
        Row(callback: "AccountScope.register(for:erasing:end:erase:)") { onEvent in
            let scope = AccountScope()
            scope.register(erase: { @MainActor in onEvent() })
            scope.signOut()
            await scope.waitUntilErased()
        }
        Row(callback: "TokenSession.init(_:store:rules:scope:refresh:onChange:)") { onEvent in
            let session = TokenSession(old) { @MainActor _ in
                onEvent()
                return new
            }
            try await session.renew()
        }
        interceptor("TokenSession.intercept(_:next:)") { TokenSession(old) { _ in new } }
        interceptor("TokenSource.intercept(_:next:)") { AccessToken.bearer("new") }
        interceptor("HTTPCache.intercept(_:next:)") { HTTPCache() }
        interceptor("UnredactedLogger.intercept(_:next:)") { UnredactedLogger { _ in } }
        Row("HTTPInterceptor.intercept(_:next:)") { screen in
            screen.show(try await anyInterceptor(HTTPCache()).intercept(request(), next: HTTPNext([], to: numbers)))
        } fails: { screen in
            do {
                screen.show(
                    try await anyInterceptor(HTTPCache()).intercept(request(), next: HTTPNext([], to: refusing)))
            } catch { screen.caught(error) }
        }
        Row("HTTPNext.callAsFunction(_:)") { screen in
            screen.show(try await HTTPNext([], to: numbers)(request()))
        } fails: { screen in
            do { screen.show(try await HTTPNext([], to: refusing)(request())) } catch { screen.caught(error) }
        }
    }

    @RowBuilder private static var transports: [Row] {
        server("SystemTransport.send(_:)") { SystemTransport() }
        server("URLSessionTransport.send(_:)") { URLSessionTransport() }
        Row("HTTPTransport.send(_:)") { screen in
            screen.show(try await anyTransport(numbers).send(request()))
        } fails: { screen in
            do { screen.show(try await anyTransport(refusing).send(request())) } catch { screen.caught(error) }
        }
    }

    #if os(Linux)
        private static let curl: [Row] = [server("CurlTransport.send(_:)") { try CurlTransport() }]
    #else
        private static let curl: [Row] = []
    #endif

    private static let old = Credentials(accessToken: .bearer("old"), refreshToken: "refresh")
    private static let new = Credentials(accessToken: .bearer("new"), refreshToken: "refresh")
    private static let numbers = StubTransport { _ in .json("[1]") }

    private static func quick() throws -> APIClient.Configuration {
        var configuration = APIClient.Configuration(baseURL: try url())
        configuration.time = TimeSource(now: { 0 }, sleep: { _ in })
        return configuration
    }

    private static func request() throws -> HTTPRequest {
        HTTPRequest(origin: try unwrap(HTTPOrigin(try url())), target: "/numbers")
    }

    private static func api(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (APIClient, Screen) async throws -> Void
    ) -> Row {
        Row(symbol) { screen in
            try await call(APIClient(quick(), transport: numbers), screen)
        } fails: { screen in
            try await call(APIClient(quick(), transport: refusing), screen)
        }
    }

    private static func interceptor<Interceptor: HTTPInterceptor>(
        _ symbol: String, _ make: @escaping @MainActor @Sendable () -> Interceptor
    ) -> Row {
        Row(symbol) { screen in
            screen.show(try await make().intercept(request(), next: HTTPNext([], to: numbers)))
        } fails: { screen in
            do {
                screen.show(try await make().intercept(request(), next: HTTPNext([], to: refusing)))
            } catch {
                screen.caught(error)
            }
        }
    }

    /// Creates a row that calls a local server and then an unreachable one.
    private static func server<Transport: HTTPTransport>(
        _ symbol: String, _ make: @escaping @MainActor @Sendable () throws -> Transport
    ) -> Row {
        Row(symbol) { screen in
            let server = try LoopbackServer { _ in .json("[1]") }
            defer { server.stop() }
            screen.show(try await make().send(HTTPRequest(origin: unwrap(HTTPOrigin(server.url())), target: "/")))
        } fails: { screen in
            let origin = HTTPOrigin(isSecure: false, host: "127.0.0.1", port: try LoopbackServer.refusingPort())
            let request = HTTPRequest(origin: try unwrap(origin), target: "/")
            do { screen.show(try await make().send(request)) } catch { screen.caught(error) }
        }
    }

    private static func anySource(_ source: any TokenSource) -> any TokenSource { source }
    private static func anyInterceptor(_ interceptor: any HTTPInterceptor) -> any HTTPInterceptor { interceptor }
    private static func anyTransport(_ transport: any HTTPTransport) -> any HTTPTransport { transport }

    private final class Listed: Sendable {}

    private static func signedOutScope() -> AccountScope {
        let session = TokenSession(old) { _ in new }
        session.scope.register(erase: {})
        session.signOut()
        return session.scope
    }
}

private struct Numbers: Endpoint {
    var request: EndpointRequest { .get("numbers") }
}

private struct NoTokens: TokenSource {
    func token() async throws -> AccessToken? { throw Refusal() }
}
