import Foundation

/// What a call of the system answers, which is made again where a signal broke it off; `errno` says why it failed.
package func uninterrupted<Answer: BinaryInteger>(_ call: () -> Answer) -> Answer {
    while true {
        let answer = call()
        if answer >= 0 || errno != EINTR { return answer }
    }
}
