/// A type that shows only its `description` when it is printed, dumped or reflected.
///
/// A type writes one `description`, and every other property stays hidden:
///
/// ```swift
/// struct Password: Redacted {
///     let text: String
///     var description: String { "Password(…)" }
/// }
/// ```
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The type's name alone, as in `Password(…)`.
    public var description: String { "\(Self.self)(…)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Only the description.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}
