import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting

/// Long runs of the best transport of this system, by hand.
///
/// - `stress-transport conversations [COUNT]`: with a server that is hostile at every byte, 100,000 when nothing is said;
/// - `stress-transport requests [COUNT]`: 64 at a time, 1,000,000 when nothing is said; memory and descriptors must stay flat;
/// - `stress-transport load URL COUNT IN-FLIGHT`: so many requests to a server of one's own, for a profiler to look at;
/// - `stress-transport calls URL COUNT`: half of them a `POST` with a number of its own, by a client that retries; `servers.py`
///   counts what arrives at real servers that reload meanwhile;
/// - `stress-transport downloads URL COUNT`: downloads that go on over connections that `downloads.py` cuts;
/// - `stress-transport bomb`: an answer that inflates to 1 GiB beside quick requests, under limits of 1 to 256 MiB; memory must
///   stay below twice the limit;
/// - `stress-transport fetch URL COUNT [FILE [HOST PIN …]]`: so many requests at once, with the authorities in FILE (`-` for
///   the system's) and the pins, and how each kind of them ended; `trust.sh` compares that with what must be.
@main enum StressTransport {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let count = arguments.dropFirst().first.flatMap { Int($0) }
        switch arguments.first {
        case "conversations": try await conversations(count ?? 100_000)
        case "requests": try await requests(count ?? 1_000_000)
        case "load": try await load(Array(arguments.dropFirst()))
        case "calls": try await Self.calls(Array(arguments.dropFirst()))
        case "downloads": try await downloads(Array(arguments.dropFirst()))
        case "bomb": try await bomb()
        case "fetch": try await fetch(Array(arguments.dropFirst()))
        default: fail("say conversations, requests, load, calls, downloads, bomb or fetch")
        }
    }

    private static func fail(_ why: String) -> Never {
        FileHandle.standardError.write(Data("stress-transport: \(why)\n".utf8))
        exit(1)
    }

    private static func conversations(_ count: Int) async throws {
        let trials = RandomTrials()
        FileHandle.standardError.write(Data("stress-transport: \(count) conversations, \(trials)\n".utf8))
        let all = try await HostileConversations.held(count, over: SystemTransport(), by: trials)
        print("stress-transport: \(all.answered) answered, \(all.refused.sorted { $0.key < $1.key }), \(Usage.now)")
        for one in all.strange.prefix(20) { print("stress-transport: \(one)") }
        guard all.strange.isEmpty, all.answered + all.refused.values.reduce(0, +) == count else { fail("not as it must be") }
    }

    private static func requests(_ count: Int) async throws {
        let server = try LoopbackServer { _ in .json("{}") }
        guard let origin = HTTPOrigin(server.url()) else { return }
        let transport = SystemTransport()
        let workers = 64
        var early: Usage?
        for part in 1...10 {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<workers {
                    group.addTask {
                        for _ in 0..<count / 10 / workers {
                            let response = try? await transport.send(HTTPRequest(origin: origin, target: "/"))
                            if response?.body.count != 2 { fail("an answer is missing") }
                        }
                    }
                }
            }
            print("stress-transport: \(part * (count / 10 / workers) * workers) requests, \(Usage.now)")
            // The server keeps its last 10,000 requests, and fills that store first.
            if part == 2 { early = .now }
        }
        let (before, after) = (early ?? .now, Usage.now)
        guard after.descriptors <= before.descriptors, after.kibibytes < before.kibibytes + 4096 else { fail("not flat") }
    }

    private static func load(_ arguments: [String]) async throws {
        guard arguments.count == 3, let url = URL(string: arguments[0]), let origin = HTTPOrigin(url),
            let count = Int(arguments[1]), let workers = Int(arguments[2])
        else { fail("load URL COUNT IN-FLIGHT") }
        let transport = SystemTransport()
        let (clock, request) = (ContinuousClock(), HTTPRequest(origin: origin, target: url.path))
        let start = clock.now
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<workers {
                group.addTask {
                    for _ in 0..<count / workers where (try? await transport.send(request))?.status != 200 {
                        fail("an answer is missing")
                    }
                }
            }
        }
        print("stress-transport: \(count) requests, \(workers) in flight, \(start.duration(to: clock.now))")
    }

    private static func fetch(_ arguments: [String]) async throws {
        guard arguments.count > 1, let url = URL(string: arguments[0]), let origin = HTTPOrigin(url),
            let count = Int(arguments[1])
        else { fail("fetch URL COUNT [FILE [HOST PIN …]]") }
        #if os(Linux)
            var trust = HTTPTrust()
            if arguments.count > 2, arguments[2] != "-" { trust.authorities = URL(fileURLWithPath: arguments[2]) }
            for place in stride(from: 3, to: arguments.count - 1, by: 2) {
                trust.pins[arguments[place], default: []].insert(arguments[place + 1])
            }
            let transport = try CurlTransport(trust: trust)
        #else
            let transport = SystemTransport()
        #endif
        let request = HTTPRequest(
            origin: origin, target: url.path.isEmpty ? "/" : url.path, options: HTTPRequest.Options(idleTimeout: 5))
        let ends = await withTaskGroup(of: String.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do {
                        let response = try await transport.send(request)
                        return "\(response.status) \(String(decoding: response.body.prefix(40), as: UTF8.self))"
                    } catch { return (error as? NoticeBoardError)?.code.rawValue ?? "\(error)" }
                }
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        print(ends.sorted().joined(separator: "; "))
    }

    private static func bomb() async throws {
        let server = try LoopbackServer { $0.target == "/bomb" ? .gzipBomb(bytes: 1 << 30) : .json("{}") }
        guard let origin = HTTPOrigin(server.url()) else { return }
        let transport = SystemTransport()
        _ = try await transport.send(HTTPRequest(origin: origin, target: "/"))
        for mebibytes in [1, 8, 32, 256] {
            let options = HTTPRequest.Options(responseLimit: mebibytes << 20)
            let before = Usage.now.kibibytes
            try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
            let clock = ContinuousClock()
            let call = Task { try await transport.send(HTTPRequest(origin: origin, target: "/bomb", options: options)) }
            var slowest = Duration.zero
            for _ in 0..<1000 {
                let start = clock.now
                _ = try await transport.send(HTTPRequest(origin: origin, target: "/"))
                slowest = max(slowest, start.duration(to: clock.now))
            }
            let end = await call.result
            let more = Usage.peak - before
            print("stress-transport: \(mebibytes) MiB: \(end), \(more) KiB more at most; the slowest beside it took \(slowest)")
            guard case .failure(let error as NoticeBoardError) = end, error.code == .responseTooLarge else { fail("not refused") }
            // The limit includes the thousand parallel requests and the allocator's own store.
            guard more < (mebibytes << 11) + (4 << 10) else { fail("more memory than twice the limit") }
        }
    }
}

/// What the process holds.
private struct Usage: CustomStringConvertible {
    let kibibytes: Int
    let descriptors: Int
    let threads: Int

    /// The peak resident memory in KiB since the last reset.
    static var peak: Int { number("VmHWM") }

    private static func number(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }

    static var now: Usage {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        return Usage(kibibytes: number("VmRSS"), descriptors: descriptors, threads: number("Threads"))
    }

    var description: String { "\(kibibytes / 1024) MiB, \(descriptors) descriptors, \(threads) threads" }
}
