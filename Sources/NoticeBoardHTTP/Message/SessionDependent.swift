/// An object that holds or receives data of a session, such as an open stream or cached responses.
package protocol SessionDependent: AnyObject, Sendable {
    /// Stops work and drops all data.
    func sessionEnded()
}
