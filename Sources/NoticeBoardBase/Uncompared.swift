/// A value that is ignored when its owner is compared or hashed.
package struct Uncompared<Value: Sendable>: Sendable, Hashable {
    package let value: Value
    package init(_ value: Value) { self.value = value }
    package static func == (left: Self, right: Self) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}
