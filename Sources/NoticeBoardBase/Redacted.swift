/// Shows nothing of itself but what its description says, wherever it is printed, dumped or looked into.
///
/// One `description` is all that a type writes, and nothing that holds a secret is forgotten:
///
/// ```swift
/// struct Password: Redacted {
///     let text: String
///     var description: String { "Password(…)" }
/// }
/// ```
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The same as `description`.
    public var debugDescription: String { description }
    /// The description alone.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}
