/// RealmSwift 10.
@_exported import Foundation

public struct Realm {
    public init() throws {}
    @discardableResult public func write<Result>(withoutNotifying tokens: [NotificationToken] = [], _ block: () throws -> Result) throws -> Result { try block() }
    public func objects<Element: RealmFetchable>(_ type: Element.Type) -> Results<Element> { Results() }
    public func delete<Element: ObjectBase>(_ objects: Results<Element>) {}
    public func delete(_ object: ObjectBase) {}
    public func deleteAll() {}
}
@available(*, unavailable)
extension Realm: Sendable {}

open class NotificationToken: NSObject {}
open class ObjectBase: NSObject {}
public protocol RealmFetchable: ObjectBase {}
extension Object: RealmFetchable {}
open class Object: ObjectBase {
    public override required init() { super.init() }
    open func value(forKey key: String) -> Any? { nil }
}

/// A live view; its elements are objects of the realm, created on access.
public struct Results<Element: RealmFetchable>: LazyCollectionProtocol, RandomAccessCollection {
    public var elements: Self { self }
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(position: Int) -> Element { fatalError("a stand-in") }
    public var count: Int { 0 }
}
@available(*, unavailable)
extension Results: Sendable {}

@propertyWrapper public struct Persisted<Value> {
    public init() where Value: ExpressibleByNilLiteral {}
    public init(wrappedValue value: Value) {}
    public init(primaryKey: Bool) {}
    public init() where Value == String {}
    public init() where Value == Date {}
    public init() where Value == Int {}
    @available(*, unavailable, message: "only in a subclass of Object")
    public var wrappedValue: Value {
        get { fatalError("a stand-in") }
        set {}
    }
    public static subscript<EnclosingSelf: ObjectBase>(
        _enclosingInstance observed: EnclosingSelf, wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Self>
    ) -> Value {
        get { fatalError("a stand-in") }
        set {}
    }
}
