/// A value behind one reference: cheap to hand on however large it is, and copied when a copy of it is changed.
///
/// A function that waits keeps all that it holds in memory of its own, copies of it included. A dozen of them stand between a
/// call and its transport, and each took kilobytes for a request and the errors that it might throw.
package struct Boxed<Value: Sendable>: Sendable {
    /// Sendable, and not watched for accesses that overlap: the value is changed only while a single box holds it, and two
    /// accesses to that box cannot overlap.
    @usableFromInline final class Content: @unchecked Sendable {
        @exclusivity(unchecked) @usableFromInline var value: Value

        @inlinable init(_ value: Value) { unsafe self.value = value }
    }

    @usableFromInline var content: Content

    /// A box with `value`.
    @inlinable package init(_ value: Value) { content = Content(value) }

    /// What it holds; compiled into who asks, so that one part of it costs one part of it.
    @inlinable @inline(__always) package var value: Value { unsafe content.value }

    /// Changes what it holds.
    @inlinable package mutating func change<Result>(_ change: (inout Value) -> Result) -> Result {
        if !isKnownUniquelyReferenced(&content) { separate() }
        return unsafe change(&content.value)
    }

    /// By itself, so that who changes it holds no copy of what it holds.
    @inlinable @inline(never) mutating func separate() { content = unsafe Content(content.value) }
}

extension Boxed: Equatable where Value: Equatable {
    /// Whether both hold the same.
    @inlinable package static func == (left: Self, right: Self) -> Bool {
        unsafe left.content === right.content || left.content.value == right.content.value
    }
}

extension Boxed: Hashable where Value: Hashable {
    /// Hashes what it holds.
    @inlinable package func hash(into hasher: inout Hasher) { unsafe hasher.combine(content.value) }
}
