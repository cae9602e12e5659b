/// RxCocoa 6.
import RxRelay
import RxSwift
import UIKit

extension ObservableType {
    public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable where Observer.Element == Element { Disposables.create() }
    public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable { Disposables.create() }
    public func bind(onNext: @escaping (Element) -> Void) -> any Disposable { subscribe(onNext: onNext) }
}
public struct SharedSequence<Element> {
    public func drive(onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil) -> any Disposable { Disposables.create() }
}
public typealias Driver<Element> = SharedSequence<Element>
