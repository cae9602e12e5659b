/// SwiftUI, as of the SDK of iOS 26: views, what builds them, and what keeps their state.
@_exported import Foundation

#if canImport(Combine)
    import Combine
#endif

// MARK: Views

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("a stand-in") }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("a stand-in") }
}

@resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    @MainActor public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
        var children: [any View] = []
        repeat children.append(each content)
        return TupleView((repeat each content), children)
    }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        _ConditionalContent(kept: .first(first))
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        _ConditionalContent(kept: .second(second))
    }
    @MainActor public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

public struct TupleView<T>: View {
    public var value: T
    let children: [any View]
    nonisolated init(_ value: T, _ children: [any View]) { (self.value, self.children) = (value, children) }
    public var body: Never { fatalError("a stand-in") }
}

public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View {
    enum Kept { case first(TrueContent), second(FalseContent) }
    let kept: Kept
    nonisolated init(kept: Kept) { self.kept = kept }
    public var body: Never { fatalError("a stand-in") }
}

public struct EmptyView: View {
    nonisolated public init() {}
    public var body: Never { fatalError("a stand-in") }
}

public struct AnyView: View {
    let kept: any View
    nonisolated public init<V: View>(_ view: V) { kept = view }
    public var body: Never { fatalError("a stand-in") }
}

@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    public var body: Never { fatalError("a stand-in") }
}

// MARK: State

public protocol DynamicProperty {}

final class Kept<Value>: @unchecked Sendable {
    var value: Value?
    let make: () -> Value
    init(_ make: @escaping () -> Value) { self.make = make }
    var now: Value {
        if let value { return value }
        let made = make()
        value = made
        return made
    }
}

@propertyWrapper public struct State<Value>: DynamicProperty {
    let kept: Kept<Value>
    public init(wrappedValue value: Value) { kept = Kept { value } }
    public init(initialValue value: Value) { kept = Kept { value } }
    public var wrappedValue: Value {
        get { kept.now }
        nonmutating set { kept.value = newValue }
    }
    public var projectedValue: Binding<Value> {
        let kept = kept
        return Binding(read: { kept.now }, write: { kept.value = $0 })
    }
}

extension State: Sendable where Value: Sendable {}
extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    let read: () -> Value
    let write: (Value) -> Void
    init(read: @escaping () -> Value, write: @escaping (Value) -> Void) { (self.read, self.write) = (read, write) }
    @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
        // What a main-actor closure is at run time, without its isolation: SwiftUI calls it on the main actor.
        read = unsafeBitCast(get, to: (() -> Value).self)
        write = unsafeBitCast(set, to: ((Value) -> Void).self)
    }
    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }
    public var projectedValue: Binding<Value> { self }
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject>(read: { read()[keyPath: keyPath] }, write: { var value = read(); value[keyPath: keyPath] = $0; write(value) })
    }
    public init?(_ base: Binding<Value?>) {
        guard base.read() != nil else { return nil }
        self.init(read: { base.read()! }, write: { base.write($0) })
    }
}

extension Binding: @unchecked Sendable where Value: Sendable {}
extension Binding: DynamicProperty {}

#if canImport(Combine)
    @MainActor @preconcurrency @propertyWrapper public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
        let kept: Kept<ObjectType>
        nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { kept = Kept(thunk) }
        public var wrappedValue: ObjectType { kept.now }
        public var projectedValue: ObservedObject<ObjectType>.Wrapper { ObservedObject<ObjectType>.Wrapper(object: kept.now) }
    }

    @MainActor @preconcurrency @propertyWrapper public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
        @MainActor @preconcurrency @dynamicMemberLookup public struct Wrapper {
            let object: ObjectType
            public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>) -> Binding<Subject> {
                let object = object
                return Binding<Subject>(read: { object[keyPath: keyPath] }, write: { object[keyPath: keyPath] = $0 })
            }
        }
        public var wrappedValue: ObjectType
        nonisolated public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
        nonisolated public init(initialValue: ObjectType) { wrappedValue = initialValue }
        public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
    }

#endif

#if canImport(Observation)
    import Observation

    @available(iOS 17.0, macOS 14.0, *)
    extension Environment {
        public init(_ objectType: Value.Type) where Value: AnyObject & Observable { self.init(unmade: ()) }
        public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? { self.init(unmade: ()) }
    }
#endif

public struct EnvironmentValues: CustomStringConvertible {
    public init() {}
    public var description: String { "" }
    public var scenePhase: ScenePhase { fatalError("a stand-in") }
    @available(iOS 15.0, macOS 12.0, *) public var isSearching: Bool { fatalError("a stand-in") }
    public var locale: Locale {
        get { fatalError("a stand-in") }
        set {}
    }
}

@propertyWrapper public struct Environment<Value>: DynamicProperty {
    let unmade: Void
    init(unmade: Void) { self.unmade = () }
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { unmade = () }
    public var wrappedValue: Value { fatalError("a stand-in") }
}

// MARK: Apps

public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }

@available(iOS 14.0, macOS 11.0, *)
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

@available(iOS 14.0, macOS 11.0, *)
extension Never: Scene {}

@available(iOS 14.0, macOS 11.0, *)
@resultBuilder public struct SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

@available(iOS 14.0, macOS 11.0, *)
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

@available(iOS 14.0, macOS 11.0, *)
extension App {
    @MainActor @preconcurrency public static func main() {}
}

@available(iOS 14.0, macOS 11.0, *)
public struct WindowGroup<Content: View>: Scene {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError("a stand-in") }
}

@available(iOS 14.0, macOS 11.0, *)
extension Scene {
    nonisolated public func onChange<V: Equatable>(of value: V, perform action: @escaping (V) -> Void) -> some Scene { self }
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void) -> some Scene { self }
}
