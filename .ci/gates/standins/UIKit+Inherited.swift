// The types that members of Apple's classes name which every subclass inherits. The members themselves stand in their classes:
// a property of such a name in a subclass overrides it, or does not compile, here as in Xcode.
import Foundation

public struct CGAffineTransform: Equatable, Sendable { public init() {} }
open class UndoManager: NSObject, @unchecked Sendable {}
@MainActor open class CALayer: NSObject {}
@MainActor open class UITouch: NSObject {}
@MainActor open class UIEvent: NSObject {}
@MainActor open class UIPress: NSObject {}
@MainActor open class UIPressesEvent: UIEvent {}
@MainActor open class UICommand: UIMenuElement {}
@MainActor open class UIKeyCommand: UICommand {}
@MainActor open class UITextInputMode: NSObject {}
@MainActor open class UITextInputAssistantItem: NSObject {}
@MainActor open class UIInputViewController: UIViewController {}
@MainActor open class UIPasteConfiguration: NSObject {}
@MainActor open class UIGestureRecognizer: NSObject {}
@MainActor open class UITraitCollection: NSObject {}
@MainActor open class UILayoutGuide: NSObject {}
@MainActor open class UIStoryboard: NSObject {}
@MainActor open class UIStoryboardSegue: NSObject {}
@MainActor open class UITabBarItem: UIBarItem {}
@MainActor open class UITabBarController: UIViewController {}
@MainActor open class UISplitViewController: UIViewController {}
@MainActor open class UIPresentationController: NSObject {}
@MainActor open class UIPopoverPresentationController: UIPresentationController {}
@MainActor open class UISheetPresentationController: UIPresentationController {}
@MainActor public protocol UIMenuBuilder {}
@MainActor public protocol UIInteraction: NSObjectProtocol {}
@MainActor public protocol UIViewControllerTransitionCoordinator: NSObjectProtocol {}
@MainActor public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {}
public enum UIEditingInteractionConfiguration: Int, Sendable { case none, `default` }
public enum UIModalPresentationStyle: Int, Sendable { case fullScreen, pageSheet, formSheet, currentContext, custom, overFullScreen, automatic = -2 }
public enum UIModalTransitionStyle: Int, Sendable { case coverVertical, flipHorizontal, crossDissolve, partialCurl }
public enum UIStatusBarStyle: Int, Sendable { case `default`, lightContent, darkContent = 3 }
public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}
public struct UIEdgeInsets: Equatable, Sendable { public init() {} }
public struct NSDirectionalEdgeInsets: Equatable, Sendable { public init() {} }
