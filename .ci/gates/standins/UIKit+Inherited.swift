// Types named by inherited members of Apple's classes. The members themselves are in their classes:
// a property of such a name in a subclass overrides it, or does not compile, here as in Xcode.
import Foundation

public struct CGAffineTransform: Equatable, Sendable { public init() {} }
open class UndoManager: NSObject, @unchecked Sendable {}
@MainActor open class CALayer: NSObject {}
@MainActor open class UICommand: UIMenuElement {}
@MainActor open class UIKeyCommand: UICommand {}
@MainActor open class UITextInputMode: NSObject {}
@MainActor open class UIGestureRecognizer: NSObject {}
@MainActor open class UITraitCollection: NSObject {}
@MainActor open class UIStoryboard: NSObject {}
@MainActor open class UIStoryboardSegue: NSObject {}
@MainActor open class UITabBarItem: UIBarItem {}
@MainActor open class UISplitViewController: UIViewController {}
@MainActor public protocol UIInteraction: NSObjectProtocol {}
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}
public struct UIEdgeInsets: Equatable, Sendable { public init() {} }
