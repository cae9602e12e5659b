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
        guard ManualJobs.takeOver() else {
            print("stress-lists: runs on Linux only, where the jobs of Swift concurrency can be run by hand")
            exit(2)
        }
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            switch options.command {
            case .help: print(Help.text)
            case .replay(let script): exit(replay(script) ? 0 : 1)
            case .run: exit(try run(options) ? 0 : 1)
            }
        } catch {
            print("stress-lists: \(error)")
            exit(2)
        }
    }

    /// Plays a written script and prints what happens.
    ///
    /// Returns whether it has no fault.
    @MainActor private static func replay(_ script: Script) -> Bool {
        let outcome = Player.play(script, isTraced: true)
        let faults = outcome.faults.isEmpty ? ["-> no fault"] : outcome.faults.map(\.text)
        print((outcome.trace + faults).joined(separator: "\n"))
        return outcome.faults.isEmpty
    }

    /// Plays the scripts that once had a fault, then the random ones.
    ///
    /// Returns whether no class occurred that must not.
    @MainActor private static func run(_ options: Options) throws -> Bool {
        let start = Date()
        // Standard output may be a pipe, whose buffer is lost if the list ends the process.
        let header = "stress-lists: \(options.count) scripts of \(options.kinds.count) kinds, seed \(options.seed)\n"
        FileHandle.standardError.write(Data(header.utf8))
        let isMended = try playFoundScripts()
        var counts = FaultCounts()
        var smallest = SmallestScripts(limit: options.shrunk)
        for kind in options.kinds {
            for seed in options.seeds {
                let script = Script(kind, seed: seed)
                let outcome = Player.play(script)
                counts.add(outcome, of: script)
                smallest.add(outcome.faults, of: script, seed: seed)
            }
        }
        print(counts.table)
        smallest.print()
        let holds = isMended && !counts.hasForbidden
        print(
            "stress-lists: \(holds ? "all held" : "NOT all held"), \(counts.scriptCount) scripts, \(counts.requestCount) requests, "
                + "\(counts.faultyScriptCount) scripts with a class of the table, \(Int(Date().timeIntervalSince(start))) s")
        return holds
    }

    /// Plays the scripts that once had a fault.
    ///
    /// Returns whether none has one that counts.
    @MainActor private static func playFoundScripts() throws -> Bool {
        var isMended = true
        for found in FoundScript.all {
            let script = try found.script
            let outcome = Player.play(script)
            let faults = outcome.faults.filter { !found.allowsArguable || $0.faultClass.isForbidden(in: script.setup) }
            guard !faults.isEmpty else { continue }
            isMended = false
            print("a fault is back: \(found.fault)\n\(script.command)\n\(faults.map(\.text).joined(separator: "\n"))")
        }
        return isMended
    }
}
