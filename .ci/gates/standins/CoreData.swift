/// Core Data.
@_exported import Foundation

open class NSManagedObject: NSObject {
    open func value(forKey key: String) -> Any? { nil }
    open var entity: NSEntityDescription { NSEntityDescription() }
}
open class NSEntityDescription: NSObject {
    open var name: String?
}
public protocol NSFetchRequestResult: NSObjectProtocol {}
extension NSManagedObject: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}
open class NSPersistentStoreRequest: NSObject {}
open class NSFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest {
    public convenience init(entityName: String) { self.init() }
    open var predicate: NSPredicate?
}
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    open func perform(_ block: @escaping @Sendable () -> Void) {}
    @available(iOS 15.0, macOS 12.0, *)
    open func perform<T>(schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws -> T) async rethrows -> T { try block() }
    @available(iOS 15.0, macOS 12.0, *)
    public enum ScheduledTaskType: Sendable { case immediate, enqueued }
    open func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] { [] }
    open func delete(_ object: NSManagedObject) {}
    open func save() throws {}
    open func reset() {}
}
open class NSPersistentContainer: NSObject, @unchecked Sendable {
    open func newBackgroundContext() -> NSManagedObjectContext { NSManagedObjectContext() }
}
