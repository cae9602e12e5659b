// Declarations of RxRelay 6 to compile the guides' listings; relays send no later value.
import RxSwift

public final class BehaviorRelay<Element>: ObservableType {
    public init(value: Element) { self.value = value }
    public private(set) var value: Element
    public func accept(_ event: Element) { value = event }
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        observer.onNext(value)
        return Disposables.create()
    }
    public func asObservable() -> Observable<Element> {
        .create {
            $0.onNext(self.value); return Disposables.create()
        }
    }
}
public final class PublishRelay<Element>: ObservableType {
    public init() {}
    public func accept(_ event: Element) {}
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        Disposables.create()
    }
    public func asObservable() -> Observable<Element> { .create { _ in Disposables.create() } }
}
