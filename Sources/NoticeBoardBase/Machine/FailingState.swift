/// A state that may rest in a failure until the user does something.
package protocol FailingState {
    /// Why the screen has stopped; `nil` while it loads, and if nothing failed.
    var restingFailure: NoticeBoardError? { get }
}
