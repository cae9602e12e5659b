import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Plays random scripts of users, services and networks on a `Feed`: `stress-lists [COUNT] [SEED]`; `--help` lists the options.
///
/// A model of a service knows what the list must show. All jobs of Swift concurrency run by hand on the main thread, so a seed
/// gives the same requests in the same order on each run.
@main enum StressLists {
    @MainActor static func main() {
        FixedHashing.restartIfNeeded()
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            guard ManualJobs.takeOver() else {
                print("stress-lists: the jobs of this system's Swift runtime cannot be run by hand; run it on Linux")
                exit(2)
            }
            switch options.command {
            case .help: print(Help.text)
            case .replay(let script): replay(script)
            case .run: exit(try run(options) ? 0 : 1)
            }
        } catch {
            print("stress-lists: \(error)")
            exit(2)
        }
    }

    @MainActor private static func replay(_ script: Script) {
        let outcome = Player.play(script, isTraced: true)
        let faults = outcome.faults.isEmpty ? ["-> no fault"] : outcome.faults.map(\.text)
        print((outcome.trace + faults).joined(separator: "\n"))
    }

    /// Plays the scripts that once had a fault, then the random ones.
    ///
    /// Returns whether nothing was found that must not be.
    @MainActor private static func run(_ options: Options) throws -> Bool {
        print("stress-lists: \(options.count) scripts of \(options.kinds.count) kinds, seed \(options.seed)")
        let isMended = try replayFoundScripts()
        let start = Date()
        var counts = FaultCounts()
        var smallest = SmallestScripts(limit: options.shrunk)
        for kind in options.kinds {
            for offset in 0..<options.count {
                let seed = options.seed &+ offset
                let script = Script(kind, seed: seed)
                let outcome = Player.play(script)
                counts.add(outcome, of: script)
                smallest.add(outcome.faults, of: script, seed: seed)
            }
        }
        print(counts.table)
        smallest.print()
        let holds = isMended && counts.forbiddenCount == 0
        print(
            "stress-lists: \(holds ? "all held" : "NOT all held"), \(counts.scriptCount) scripts, \(counts.requestCount) requests, "
                + "\(counts.faultyScriptCount) scripts with a class of the table, \(counts.forbiddenCount) times one that must not occur, "
                + "\(Int(Date().timeIntervalSince(start))) s")
        return holds
    }

    /// Plays the scripts that once had a fault.
    ///
    /// Returns whether none has one.
    @MainActor private static func replayFoundScripts() throws -> Bool {
        var isMended = true
        for found in FoundScript.all {
            let script = try found.script
            let outcome = Player.play(script)
            guard !outcome.faults.isEmpty else { continue }
            isMended = false
            print("a fault is back: \(found.fault)\n\(script.command)\n\(outcome.faults.map(\.text).joined(separator: "\n"))")
        }
        return isMended
    }
}
