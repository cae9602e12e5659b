import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

/// Failing system calls, crashes and power losses at every call of a series of changes.
@Suite("LineFile under faults", .serialized, .inTurn, .trialLimit(minutes: 2)) struct LineFileFaultTests {
    private func disk() throws -> MemoryFileSystem {
        let disk = MemoryFileSystem()
        var file = WordFile(disk)
        try file.change(until: 0) { _, _ in .rewrite(Words(["처음"], note: "메모"), isDeleting: false) }
        return disk
    }

    @Test(
        "A single failing call changes nothing or throws outcomeUnknown", arguments: [ENOSPC, EROFS], [Int.max, 7])
    func failsOnce(_ code: Int32, _ longestWrite: Int) throws {
        var number = 0
        var (failures, unknown) = (0, 0)
        while true {
            let disk = try disk()
            let files = FaultyFiles(ShortWrites(base: disk, longest: longestWrite))
            files.fail(number, code)
            var (writer, reader, fresh) = (WordFile(files, minimumSize: 200), WordFile(files), ["처음"])
            for (step, word) in ["가", "나", "다", "라", "마", "바", "사"].enumerated() {
                func check(_ after: [String], _ change: () throws -> Void) throws {
                    var found: [String]
                    do {
                        try change()
                        found = after
                    } catch LineFileError.outcomeUnknown {
                        unknown += 1
                        var other = WordFile(disk)
                        found = try other.words()
                        #expect(found == after || found == fresh, "call \(number)")
                    } catch {
                        failures += 1
                        found = fresh
                    }
                    fresh = found
                    var other = WordFile(disk)
                    #expect(try other.words() == fresh, "call \(number), \(word)")
                    if let seen = try? reader.words() { #expect(seen == fresh, "call \(number), a reader with memory") }
                }
                try check(fresh + [word]) { try writer.add(word) }
                if step == 2 { try check(fresh.filter { $0 != "나" }) { try writer.delete("나") } }
                if step == 4 { try check([]) { try writer.erase(until: 0) { _ in Words([], note: "메모") } } }
            }
            if files.hits == 0 { break }
            number += 1
        }
        #expect(number > 100)
        #expect(failures > number / 2)
        #expect(unknown < number / 4)
    }

    @Test("A file that another process creates during a read counts as missing") func createdMeanwhile() throws {
        let files = FaultyFiles(try disk())
        files.plan(FileFault(.open, 0, ENOENT))
        var file = WordFile(files)
        #expect(try file.words().isEmpty)
        #expect(try file.words() == ["처음"])
    }

    @Test("Permanently failing calls change nothing or throw outcomeUnknown", arguments: [ENOSPC, EROFS])
    func failsForGood(_ code: Int32) throws {
        for kind in [nil] + FileSystemCall.allCases.map(Optional.some) {
            for number in 0..<60 {
                let disk = try disk()
                let files = FaultyFiles(disk)
                files.plan(FileFault(kind, number, code, failsAllLater: true))
                var writer = WordFile(files, minimumSize: 200)
                var allowed: [[String]] = [["처음"]]
                for word in ["가", "나", "다", "라"] {
                    do {
                        try writer.add(word)
                        allowed = allowed.map { $0 + [word] }
                    } catch LineFileError.outcomeUnknown { allowed += allowed.map { $0 + [word] } } catch {}
                    do {
                        if word == "다" {
                            try writer.delete("나")
                            allowed = allowed.map { $0.filter { $0 != "나" } }
                        }
                    } catch LineFileError.outcomeUnknown { allowed += allowed.map { $0.filter { $0 != "나" } } } catch {}
                }
                var fresh = WordFile(disk)
                #expect(allowed.contains(try fresh.words()), "\(String(describing: kind)) \(number)")
            }
        }
    }

    /// Changes the file until one change fails, and returns the acknowledged words and the pending ones.
    private func changeUntilFailure(_ files: any FileSystem) -> (acknowledged: [String], pending: [String]) {
        var writer = WordFile(files, minimumSize: 200)
        var (words, pending) = (["처음"], ["처음"])
        func change(_ after: [String], _ change: () throws -> Void) throws {
            pending = after
            try change()
            words = after
        }
        do {
            for (step, word) in ["가", "나", "다", "라", "마", "바", "사"].enumerated() {
                try change(words + [word]) { try writer.add(word) }
                if step == 2 { try change(words.filter { $0 != "나" }) { try writer.delete("나") } }
                if step == 4 { try change([]) { try writer.erase(until: 0) { _ in Words([], note: "메모") } } }
            }
        } catch {}
        return (words, pending)
    }

    @Test("A process killed at any call loses no acknowledged change") func dies() throws {
        var number = 0
        while true {
            let disk = try disk()
            let files = FaultyFiles(disk)
            files.fail(number, EIO, failsAllLater: true)
            let (words, pending) = changeUntilFailure(files)
            let isOver = files.hits == 0
            files.die()
            var other = WordFile(disk)
            let found = try other.words()
            #expect(found == words || found == pending, "call \(number)")
            #expect(other.content?.header.note == "메모", "call \(number)")
            try other.add("neu")
            #expect(try other.words() == found + ["neu"], "call \(number)")
            if isOver { break }
            number += 1
        }
        #expect(number > 100)
    }

    @Test("A power loss at any call leaves the acknowledged state or the pending one") func powerLoss() throws {
        let trials = RandomTrials()
        var random = trials.random
        var number = 0
        while true {
            let disk = try disk()
            let files = FaultyFiles(disk)
            files.fail(number, EIO, failsAllLater: true)
            let (words, pending) = changeUntilFailure(files)
            for _ in 0..<trials.count(20, atLeast: 4) {
                var other = WordFile(disk.afterPowerLoss(&random))
                let found = try other.words()
                #expect(found == words || found == pending, "call \(number), \(trials)")
            }
            if files.hits == 0 { break }
            number += 1
        }
        #expect(number > 100)
    }

    @Test("Random changes, failures, crashes and stale readers agree with a model") func model() throws {
        let trials = RandomTrials()
        var random = trials.random
        let disk = try disk()
        let files = FaultyFiles(disk)
        var writers = [WordFile(files, minimumSize: 300), WordFile(files, minimumSize: 300)]
        var (reader, words) = (WordFile(files), ["처음"])
        for number in 0..<trials.count(2_000) {
            let who = Int.random(in: 0..<2, using: &random)
            let word = "\(number % 50)"
            let isDeleting = Int.random(in: 0..<4, using: &random) == 0
            let after = isDeleting ? words.filter { $0 != word } : words + [word]
            if Int.random(in: 0..<3, using: &random) == 0 {
                files.plan(FileFault(nil, Int.random(in: 0..<25, using: &random), failsAllLater: Bool.random(using: &random)))
            }
            do {
                if isDeleting { try writers[who].delete(word) } else { try writers[who].add(word) }
                words = after
                files.plan()
            } catch {
                files.plan()
                if Bool.random(using: &random) { writers[who] = WordFile(files, minimumSize: 300) }
                var fresh = WordFile(files)
                let found = try fresh.words()
                if case LineFileError.outcomeUnknown = error, found == after { words = after }
                #expect(found == words, "\(number), \(trials)")
                words = found
            }
            if Int.random(in: 0..<5, using: &random) == 0 { #expect(try reader.words() == words, "\(number), \(trials)") }
            if words.count > 60 {
                try writers[0].erase(until: 0) { _ in Words() }
                words = []
            }
        }
    }
}

/// Writes at most `longest` bytes per call, as a system may.
private struct ShortWrites: ForwardingFileSystem {
    let base: any FileSystem
    let longest: Int

    func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int {
        try base.write(bytes.prefix(longest), to: file, at: offset)
    }
}
