/// A text that nothing else has, for a session object or a change of the shared record.
package enum UniqueMark {
    /// Returns a new one.
    package static func new() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }
}
