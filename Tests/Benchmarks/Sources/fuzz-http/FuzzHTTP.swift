import Dispatch
import Foundation
import NoticeBoardTesting

#if FUZZING
    /// For libFuzzer: see CONTRIBUTING.md for how it is built and run.
    @_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
        let input = [UInt8](UnsafeBufferPointer(start: data, count: size))
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await Properties.check(input)
            done.signal()
        }
        done.wait()
        return 0
    }
#else
    /// Random inputs without a fuzzer: `fuzz-http [COUNT]`, 100,000 when nothing is said; NOTICEBOARD_SEED repeats a run.
    @main enum FuzzHTTP {
        static func main() async {
            let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
            let trials = RandomTrials()
            // Printed before the first input: a crash must leave the seed behind.
            FileHandle.standardError.write(Data("fuzz-http: \(count) inputs, \(trials)\n".utf8))
            var random = trials.random
            for number in 0..<count {
                await Properties.check(
                    [UInt8(number % Properties.all.count)] + Inputs.next(&random, for: number % Properties.all.count))
            }
            print("fuzz-http: \(count) inputs, every property held")
        }
    }
#endif
