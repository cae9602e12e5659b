import Foundation

/// Returns the result of a system call, repeated while a signal interrupts it; `errno` says why it failed.
package func uninterrupted<Answer: BinaryInteger>(_ call: () -> Answer) -> Answer {
    while true {
        let answer = call()
        if answer >= 0 || errno != EINTR { return answer }
    }
}
