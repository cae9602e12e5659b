/// RxSwift 6. Observables deliver their elements, so that the gate can run an adapter.
import Dispatch
import Foundation

public protocol Disposable { func dispose() }
public protocol Cancelable: Disposable { var isDisposed: Bool { get } }
extension Disposable {
    public func disposed(by bag: DisposeBag) { bag.insert(self) }
}
final class AnonymousDisposable: Cancelable {
    private(set) var isDisposed = false
    private let action: () -> Void
    init(_ action: @escaping () -> Void) { self.action = action }
    func dispose() {
        guard !isDisposed else { return }
        isDisposed = true
        action()
    }
}
public struct Disposables {
    public static func create(with dispose: @escaping () -> Void) -> any Cancelable { AnonymousDisposable(dispose) }
    public static func create() -> any Disposable { AnonymousDisposable {} }
}
public final class DisposeBag {
    private var disposables: [any Disposable] = []
    public init() {}
    public func insert(_ disposable: any Disposable) { disposables.append(disposable) }
    deinit { for disposable in disposables { disposable.dispose() } }
}

@frozen public enum Event<Element> {
    case next(Element)
    case error(any Swift.Error)
    case completed
}
public protocol ObserverType {
    associatedtype Element
    func on(_ event: Event<Element>)
}
extension ObserverType {
    public func onNext(_ element: Element) { on(.next(element)) }
    public func onCompleted() { on(.completed) }
    public func onError(_ error: any Swift.Error) { on(.error(error)) }
}
public struct AnyObserver<Element>: ObserverType {
    public typealias EventHandler = (Event<Element>) -> Void
    let handler: EventHandler
    public init(eventHandler: @escaping EventHandler) { handler = eventHandler }
    public func on(_ event: Event<Element>) { handler(event) }
}

public protocol ObservableConvertibleType {
    associatedtype Element
    func asObservable() -> Observable<Element>
}
public protocol ObservableType: ObservableConvertibleType {
    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}
public class Observable<Element>: ObservableType {
    let start: (AnyObserver<Element>) -> any Disposable
    init(_ start: @escaping (AnyObserver<Element>) -> any Disposable) { self.start = start }
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        start(AnyObserver { observer.on($0) })
    }
    public func asObservable() -> Observable<Element> { self }
}
extension ObservableType {
    public static func create(_ subscribe: @escaping (AnyObserver<Element>) -> any Disposable) -> Observable<Element> { Observable(subscribe) }
    public static func just(_ element: Element) -> Observable<Element> {
        Observable {
            $0.onNext(element)
            $0.onCompleted()
            return Disposables.create()
        }
    }
    public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable { subscribe(AnyObserver(eventHandler: on)) }
    public func subscribe(
        onNext: ((Element) -> Void)? = nil, onError: ((any Swift.Error) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        subscribe {
            switch $0 {
            case .next(let element): onNext?(element)
            case .error(let error): onError?(error)
            case .completed: onCompleted?()
            }
        }
    }
}
