#if os(Linux)
    import Foundation
    import Glibc
    import NoticeBoardBase
    import NoticeBoardHTTP
    import NoticeBoardTesting
    import Testing

    @Suite("Resource shortage in a transport's first call", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ShortageTests {
        /// Sends a request and reports whether it fails as `unreachable`.
        private static func isUnreachable(_ transport: CurlTransport, _ request: HTTPRequest) async -> Bool {
            do {
                _ = try await transport.send(request)
                return false
            } catch {
                return (error as? NoticeBoardError)?.code == .unreachable
            }
        }

        @Test("A transport works again when a file descriptor is free") func descriptors() async {
            await #expect(processExitsWith: .success) {
                // libcurl's own poll would end after 60 seconds.
                alarm(30)
                let server = try LoopbackServer { _ in .json("{}") }
                let request = HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/")
                let transport = try CurlTransport()
                var limit = rlimit()
                unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                let usual = limit.rlim_cur
                limit.rlim_cur = 0
                unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                #expect(await Self.isUnreachable(transport, request))
                limit.rlim_cur = usual
                unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                for _ in 0..<3 { #expect(try await transport.send(request).status == 200) }
            }
        }

        @Test("A transport works again when a thread can be started") func threads() async {
            await #expect(processExitsWith: .success) {
                alarm(30)
                let server = try LoopbackServer { _ in .json("{}") }
                let request = HTTPRequest(origin: try #require(HTTPOrigin(server.url())), target: "/")
                let transport = try CurlTransport()
                // Glibc's header hides it from Swift.
                let symbol = unsafe try #require(dlsym(nil, "pthread_setattr_default_np"))
                typealias Setter = @convention(c) (UnsafePointer<pthread_attr_t>) -> Int32
                let setDefault = unsafe unsafeBitCast(symbol, to: Setter.self)
                let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
                unsafe pthread_attr_init(attributes)
                var usual = 0
                unsafe pthread_attr_getstacksize(attributes, &usual)
                // No address space is left for a stack of this size, so that no thread can be started.
                unsafe pthread_attr_setstacksize(attributes, 1 << 47)
                #expect(unsafe setDefault(attributes) == 0)
                #expect(await Self.isUnreachable(transport, request))
                unsafe pthread_attr_setstacksize(attributes, usual)
                #expect(unsafe setDefault(attributes) == 0)
                for _ in 0..<3 { #expect(try await transport.send(request).status == 200) }
            }
        }
    }
#endif
