/// UIKit, as of the SDK of iOS 26: what controllers, bars and labels are made of.
@_exported import Foundation

// On Apple's systems a class of the main actor is Sendable, also below NSObject.
@MainActor open class UIResponder: NSObject, @unchecked Sendable {
    public override init() { super.init() }
    open var next: UIResponder? { nil }
    open var canBecomeFirstResponder: Bool { false }
    @discardableResult open func becomeFirstResponder() -> Bool { false }
    open var canResignFirstResponder: Bool { true }
    @discardableResult open func resignFirstResponder() -> Bool { false }
    open var isFirstResponder: Bool { false }
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
    open func target(forAction action: Selector, withSender sender: Any?) -> Any? { nil }
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { false }
    open func buildMenu(with builder: any UIMenuBuilder) {}
    open func validate(_ command: UICommand) {}
    open var undoManager: UndoManager? { nil }
    open var editingInteractionConfiguration: UIEditingInteractionConfiguration { .default }
    open var keyCommands: [UIKeyCommand]? { nil }
    open var inputView: UIView? { nil }
    open var inputAccessoryView: UIView? { nil }
    open var inputAssistantItem: UITextInputAssistantItem { UITextInputAssistantItem() }
    open var inputViewController: UIInputViewController? { nil }
    open var inputAccessoryViewController: UIInputViewController? { nil }
    open var textInputMode: UITextInputMode? { nil }
    open var textInputContextIdentifier: String? { nil }
    open func reloadInputViews() {}
    open var userActivity: NSUserActivity?
    open func updateUserActivityState(_ activity: NSUserActivity) {}
    open func restoreUserActivityState(_ activity: NSUserActivity) {}
    open var pasteConfiguration: UIPasteConfiguration?
}

@MainActor open class UIView: UIResponder {
    public init(frame: CGRect = .zero) { super.init() }
    public required init?(coder: NSCoder) { super.init() }
    open var frame: CGRect = .zero
    open var bounds: CGRect = .zero
    open var alpha: CGFloat = 1
    open var isHidden = false
    open var backgroundColor: UIColor?
    open var tintColor: UIColor!
    open var translatesAutoresizingMaskIntoConstraints = true
    open var tag = 0
    open var layer: CALayer { CALayer() }
    open class var layerClass: AnyClass { CALayer.self }
    open var center: CGPoint = .zero
    open var transform = CGAffineTransform()
    open var superview: UIView? { nil }
    open var subviews: [UIView] { [] }
    open var window: UIWindow? { nil }
    open var mask: UIView?
    open var isOpaque = true
    open var clipsToBounds = false
    open var isUserInteractionEnabled = true
    open var isMultipleTouchEnabled = false
    open var contentMode: ContentMode = .scaleToFill
    open var gestureRecognizers: [UIGestureRecognizer]?
    open var interactions: [any UIInteraction] = []
    open var constraints: [NSLayoutConstraint] { [] }
    open var layoutMargins = UIEdgeInsets()
    open var directionalLayoutMargins = NSDirectionalEdgeInsets()
    open var safeAreaInsets: UIEdgeInsets { UIEdgeInsets() }
    open var safeAreaLayoutGuide: UILayoutGuide { UILayoutGuide() }
    open var readableContentGuide: UILayoutGuide { UILayoutGuide() }
    open var layoutMarginsGuide: UILayoutGuide { UILayoutGuide() }
    open var intrinsicContentSize: CGSize { .zero }
    open var traitCollection: UITraitCollection { UITraitCollection() }
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle = .unspecified
    open var restorationIdentifier: String?
    open var isFocused: Bool { false }
    open var canBecomeFocused: Bool { false }
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { false }
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { nil }
    open func viewWithTag(_ tag: Int) -> UIView? { nil }
    open func insertSubview(_ view: UIView, at index: Int) {}
    open func bringSubviewToFront(_ view: UIView) {}
    open func sendSubviewToBack(_ view: UIView) {}
    open func isDescendant(of view: UIView) -> Bool { false }
    open func didAddSubview(_ subview: UIView) {}
    open func willRemoveSubview(_ subview: UIView) {}
    open func willMove(toSuperview newSuperview: UIView?) {}
    open func didMoveToSuperview() {}
    open func willMove(toWindow newWindow: UIWindow?) {}
    open func didMoveToWindow() {}
    open func layoutIfNeeded() {}
    open func layoutSubviews() {}
    open func updateConstraints() {}
    open func setNeedsUpdateConstraints() {}
    open func setNeedsDisplay() {}
    open func draw(_ rect: CGRect) {}
    open func sizeThatFits(_ size: CGSize) -> CGSize { size }
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {}
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {}
    open func addInteraction(_ interaction: any UIInteraction) {}
    open func tintColorDidChange() {}
    open func safeAreaInsetsDidChange() {}
    open func layoutMarginsDidChange() {}
    public enum ContentMode: Int, Sendable { case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center }
    open func addSubview(_ view: UIView) {}
    open func removeFromSuperview() {}
    open func setNeedsLayout() {}
    open func sizeToFit() {}
    open var isAccessibilityElement = false
    open var accessibilityLabel: String?
    open var accessibilityHint: String?
    open var accessibilityValue: String?
    open var accessibilityIdentifier: String?
    open var accessibilityTraits: UIAccessibilityTraits = []
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
}

#if os(Linux)
    // Foundation's and Objective-C's, on Apple's systems.
    public struct Selector: Hashable, Sendable {}
    open class NSUserActivity: NSObject {
        public init(activityType: String) { super.init() }
        open var userInfo: [AnyHashable: Any]?
        open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {}
    }
#endif

public struct UIAccessibilityTraits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let button = UIAccessibilityTraits(rawValue: 1), selected = UIAccessibilityTraits(rawValue: 8), header = UIAccessibilityTraits(rawValue: 2)
}
@MainActor open class UIAccessibilityCustomAction: NSObject {
    public typealias Handler = (UIAccessibilityCustomAction) -> Bool
    public init(name: String, actionHandler: @escaping Handler) { super.init() }
}
public enum UIAccessibility {
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let announcement = Notification(rawValue: 1), layoutChanged = Notification(rawValue: 2), screenChanged = Notification(rawValue: 3)
    }
    @MainActor public static func post(notification: Notification, argument: Any?) {}
}

open class UIColor: NSObject, @unchecked Sendable {
    open class var systemYellow: UIColor { UIColor() }
    open class var systemRed: UIColor { UIColor() }
    open class var systemBackground: UIColor { UIColor() }
    open class var label: UIColor { UIColor() }
    open class var secondaryLabel: UIColor { UIColor() }
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor { self }
}
open class UIFont: NSObject, @unchecked Sendable {
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let body = TextStyle(rawValue: "body"), headline = TextStyle(rawValue: "headline"), caption1 = TextStyle(rawValue: "caption1")
    }
    open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont() }
    open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont() }
    open class func preferredFont(forTextStyle style: UIFont.TextStyle) -> UIFont { UIFont() }
    open var pointSize: CGFloat { 17 }
}
open class UIImage: NSObject, @unchecked Sendable {
    public init?(systemName name: String) { super.init() }
}
public struct NSUnderlineStyle: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let single = NSUnderlineStyle(rawValue: 1)
}
extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key("NSFont"), foregroundColor = NSAttributedString.Key("NSColor")
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor"), underlineStyle = NSAttributedString.Key("NSUnderline")
}
public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }

@MainActor open class UILabel: UIView {
    public override init(frame: CGRect = .zero) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var text: String?
    open var attributedText: NSAttributedString?
    open var font: UIFont! = UIFont()
    open var textColor: UIColor!
    open var textAlignment: NSTextAlignment = .natural
    open var numberOfLines = 1
    open var adjustsFontForContentSizeCategory = false
}
@MainActor open class UITextView: UIScrollView {
    public override init(frame: CGRect = .zero) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var text: String!
    open var attributedText: NSAttributedString!
    open var isEditable = true
    open var adjustsFontForContentSizeCategory = false
    open var font: UIFont?
    open func scrollRangeToVisible(_ range: NSRange) {}
}
@MainActor open class UIActivityIndicatorView: UIView {
    public enum Style: Int, Sendable { case medium = 100, large = 101 }
    public init(style: UIActivityIndicatorView.Style) { super.init(frame: .zero) }
    public required init(coder: NSCoder) { super.init(frame: .zero) }
    open func startAnimating() { isAnimating = true }
    open func stopAnimating() { isAnimating = false }
    open private(set) var isAnimating = false
    open var hidesWhenStopped = true
}
@MainActor open class UIStackView: UIView {
    public init(arrangedSubviews views: [UIView]) { super.init(frame: .zero) }
    public required init(coder: NSCoder) { super.init(frame: .zero) }
    open func addArrangedSubview(_ view: UIView) {}
    open var axis: NSLayoutConstraint.Axis = .horizontal
    open var spacing: CGFloat = 0
    open var alignment: Alignment = .fill
    public enum Alignment: Int, Sendable { case fill, leading, center = 3, trailing }
}
@MainActor open class NSLayoutConstraint: NSObject { public enum Axis: Int, Sendable { case horizontal, vertical } }

open class UIMenuElement: NSObject {}
@MainActor open class UIAction: UIMenuElement {
    public typealias Identifier = String
    let handler: (UIAction) -> Void
    public init(
        title: String = "", image: UIImage? = nil, identifier: UIAction.Identifier? = nil, discoverabilityTitle: String? = nil,
        attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off, handler: @escaping (UIAction) -> Void
    ) { self.handler = handler }
}
extension UIMenuElement {
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let destructive = Attributes(rawValue: 2)
    }
    public enum State: Int, Sendable { case off, on, mixed }
}
@MainActor open class UIControl: UIView {
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchUpInside = Event(rawValue: 64), valueChanged = Event(rawValue: 4096), editingChanged = Event(rawValue: 131_072)
        public static let primaryActionTriggered = Event(rawValue: 8192)
    }
    open var isEnabled = true
    var actions: [UIAction] = []
    @available(iOS 14.0, *) open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) { actions.append(action) }
    @available(iOS 17.4, *) open func performPrimaryAction() {}
    open func sendActions(for controlEvents: UIControl.Event) { for action in actions { action.handler(action) } }
}
@MainActor open class UIButton: UIControl {
    public enum ButtonType: Int, Sendable { case custom, system }
    public convenience init(type buttonType: ButtonType) { self.init(frame: .zero) }
    @available(iOS 14.0, *) public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) { self.init(frame: .zero) }
    open func setTitle(_ title: String?, for state: UIControl.State) {}
}
extension UIControl {
    public struct State: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal = State([])
    }
}
@MainActor open class UIRefreshControl: UIControl {
    public override init(frame: CGRect = .zero) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open private(set) var isRefreshing = false
    open func beginRefreshing() { isRefreshing = true }
    open func endRefreshing() { isRefreshing = false }
}
@MainActor open class UIBarItem: NSObject {
    open var title: String?
    open var isEnabled = true
}
@MainActor open class UIBarButtonItem: UIBarItem {
    public enum SystemItem: Int, Sendable { case done, cancel, refresh = 13, flexibleSpace = 5 }
    @available(iOS 14.0, *)
    public convenience init(title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil) { self.init() }
    @available(iOS 14.0, *)
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) { self.init() }
    public override init() { super.init() }
}
@MainActor open class UIMenu: UIMenuElement {
    public convenience init(title: String = "", children: [UIMenuElement] = []) { self.init() }
}
@MainActor open class UINavigationItem: NSObject {
    public init(title: String) { super.init() }
    open var title: String?
    open var searchController: UISearchController?
    open var hidesSearchBarWhenScrolling = true
    open var rightBarButtonItem: UIBarButtonItem?
    open var leftBarButtonItem: UIBarButtonItem?
    open var rightBarButtonItems: [UIBarButtonItem]?
}

@MainActor open class UIViewController: UIResponder {
    public init(nibName nibNameOrNil: String? = nil, bundle nibBundleOrNil: Bundle? = nil) { super.init() }
    public required init?(coder: NSCoder) { super.init() }
    open var title: String?
    open var view: UIView! = UIView(frame: .zero)
    open var nibName: String? { nil }
    open var nibBundle: Bundle? { nil }
    open var storyboard: UIStoryboard? { nil }
    open var parent: UIViewController? { nil }
    open var children: [UIViewController] { [] }
    open var presentedViewController: UIViewController? { nil }
    open var presentingViewController: UIViewController? { nil }
    open var presentationController: UIPresentationController? { nil }
    open var popoverPresentationController: UIPopoverPresentationController? { nil }
    @available(iOS 15.0, *) open var sheetPresentationController: UISheetPresentationController? { nil }
    open var tabBarController: UITabBarController? { nil }
    open var splitViewController: UISplitViewController? { nil }
    open var tabBarItem: UITabBarItem! = UITabBarItem()
    open var toolbarItems: [UIBarButtonItem]?
    open var hidesBottomBarWhenPushed = false
    open var isEditing = false
    open func setEditing(_ editing: Bool, animated: Bool) {}
    open var editButtonItem: UIBarButtonItem { UIBarButtonItem() }
    open var viewIfLoaded: UIView? { nil }
    open var isViewLoaded: Bool { false }
    open var isBeingPresented: Bool { false }
    open var isBeingDismissed: Bool { false }
    open var isMovingToParent: Bool { false }
    open var isMovingFromParent: Bool { false }
    open var isModalInPresentation = false
    open var modalPresentationStyle: UIModalPresentationStyle = .automatic
    open var modalTransitionStyle: UIModalTransitionStyle = .coverVertical
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { nil }
    open var preferredContentSize: CGSize = .zero
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    open var prefersStatusBarHidden: Bool { false }
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { [] }
    open var shouldAutorotate: Bool { true }
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle = .unspecified
    open var traitCollection: UITraitCollection { UITraitCollection() }
    open var additionalSafeAreaInsets = UIEdgeInsets()
    open var restorationIdentifier: String?
    open func loadView() {}
    open func viewWillLayoutSubviews() {}
    open func viewDidLayoutSubviews() {}
    open func viewSafeAreaInsetsDidChange() {}
    open func didReceiveMemoryWarning() {}
    open func updateViewConstraints() {}
    open func addChild(_ childController: UIViewController) {}
    open func removeFromParent() {}
    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}
    open func performSegue(withIdentifier identifier: String, sender: Any?) {}
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
    open func showDetailViewController(_ vc: UIViewController, sender: Any?) {}
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    open var navigationItem = UINavigationItem(title: "")
    open var navigationController: UINavigationController? { nil }
    open var definesPresentationContext = false
    open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {}
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {}
    open func loadViewIfNeeded() { viewDidLoad() }
    open func show(_ vc: UIViewController, sender: Any?) {}
}
@MainActor open class UINavigationController: UIViewController {
    open var topViewController: UIViewController? { nil }
    open var visibleViewController: UIViewController? { nil }
    open var viewControllers: [UIViewController] = []
    public init(rootViewController: UIViewController) { super.init(nibName: nil, bundle: nil) }
    public convenience init() { self.init(rootViewController: UIViewController()) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {}
    @discardableResult open func popViewController(animated: Bool) -> UIViewController? { nil }
}
@MainActor open class UIAlertController: UIViewController {
    public enum Style: Int, Sendable { case actionSheet, alert }
    public convenience init(title: String?, message: String?, preferredStyle: UIAlertController.Style) { self.init(nibName: nil, bundle: nil) }
    open func addAction(_ action: UIAlertAction) {}
}
@MainActor open class UIAlertAction: NSObject {
    public enum Style: Int, Sendable { case `default`, cancel, destructive }
    public convenience init(title: String?, style: UIAlertAction.Style, handler: ((UIAlertAction) -> Void)? = nil) { self.init() }
}

@MainActor open class UIApplication: UIResponder {
    public nonisolated static let didEnterBackgroundNotification = Foundation.Notification.Name("UIApplicationDidEnterBackground")
    public nonisolated static let significantTimeChangeNotification = Foundation.Notification.Name("UIApplicationSignificantTimeChange")
}
@MainActor open class UIScene: UIResponder {
    public struct ConnectionOptions {}
}
@MainActor open class UIWindowScene: UIScene {}
@MainActor open class UISceneSession: NSObject {
    open var stateRestorationActivity: NSUserActivity?
}
@MainActor open class UIWindow: UIView {
    public init(windowScene: UIWindowScene) { super.init(frame: .zero) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var rootViewController: UIViewController?
    open func makeKeyAndVisible() {}
}
@MainActor public protocol UISceneDelegate: NSObjectProtocol {
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    func sceneDidEnterBackground(_ scene: UIScene)
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?
}
extension UISceneDelegate {
    public func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {}
    public func sceneDidEnterBackground(_ scene: UIScene) {}
    public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { nil }
}
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    var window: UIWindow? { get set }
}
extension UIWindowSceneDelegate {
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}
