/// UIKit, as of the SDK of iOS 26: what controllers, bars and labels are made of.
@_exported import Foundation

// On Apple's systems a class of the main actor is Sendable, also below NSObject.
@MainActor open class UIResponder: NSObject, @unchecked Sendable {
    public override init() { super.init() }
    open var next: UIResponder? { nil }
    open func target(forAction action: Selector, withSender sender: Any?) -> Any? { nil }
    open var undoManager: UndoManager? { nil }
    open var keyCommands: [UIKeyCommand]? { nil }
    open var inputView: UIView? { nil }
    open var textInputMode: UITextInputMode? { nil }
    open var userActivity: NSUserActivity?
}

@MainActor open class UIView: UIResponder {
    public init(frame: CGRect = .zero) { super.init() }
    public required init?(coder: NSCoder) { super.init() }
    open var frame: CGRect = .zero
    open var bounds: CGRect = .zero
    open var alpha: CGFloat = 1
    open var isHidden = false
    open var backgroundColor: UIColor?
    open var tag = 0
    open var layer: CALayer { CALayer() }
    open var center: CGPoint = .zero
    open var transform = CGAffineTransform()
    open var superview: UIView? { nil }
    open var subviews: [UIView] { [] }
    open var window: UIWindow? { nil }
    open var mask: UIView?
    open var contentMode: ContentMode = .scaleToFill
    open var gestureRecognizers: [UIGestureRecognizer]?
    open var interactions: [any UIInteraction] = []
    open var constraints: [NSLayoutConstraint] { [] }
    open var layoutMargins = UIEdgeInsets()
    open var traitCollection: UITraitCollection { UITraitCollection() }
    open var isFocused: Bool { false }
    open func draw(_ rect: CGRect) {}
    public enum ContentMode: Int, Sendable { case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center }
    open func addSubview(_ view: UIView) {}
    open func sizeToFit() {}
    open var accessibilityLabel: String?
    open var accessibilityHint: String?
}

#if os(Linux)
    // Foundation's and Objective-C's, on Apple's systems.
    public struct Selector: Hashable, Sendable {}
    open class NSUserActivity: NSObject {
        public init(activityType: String) { super.init() }
    }
#endif

public enum UIAccessibility {
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let announcement = Notification(rawValue: 1), layoutChanged = Notification(rawValue: 2),
            screenChanged = Notification(rawValue: 3)
    }
    @MainActor public static func post(notification: Notification, argument: Any?) {}
}

open class UIColor: NSObject, @unchecked Sendable {
    open class var systemYellow: UIColor { UIColor() }
    open class var label: UIColor { UIColor() }
}
open class UIFont: NSObject, @unchecked Sendable {
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let body = TextStyle(rawValue: "body"), headline = TextStyle(rawValue: "headline"),
            caption1 = TextStyle(rawValue: "caption1")
    }
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
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor"),
        underlineStyle = NSAttributedString.Key("NSUnderline")
}
public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }

@MainActor open class UILabel: UIView {
    public override init(frame: CGRect = .zero) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var text: String?
    open var attributedText: NSAttributedString?
    open var font: UIFont! = UIFont()
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
    open weak var delegate: (any UITextViewDelegate)?
    open var adjustsFontForContentSizeCategory = false
    open var font: UIFont?
    open func scrollRangeToVisible(_ range: NSRange) {}
}
@MainActor public protocol UITextViewDelegate: AnyObject { func textViewDidChange(_ textView: UITextView) }
@MainActor open class UIActivityIndicatorView: UIView {
    public enum Style: Int, Sendable { case medium = 100, large = 101 }
    public init(style: UIActivityIndicatorView.Style) { super.init(frame: .zero) }
    public required init(coder: NSCoder) { super.init(frame: .zero) }
    open func startAnimating() { isAnimating = true }
    open func stopAnimating() { isAnimating = false }
    open private(set) var isAnimating = false
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
        public static let touchUpInside = Event(rawValue: 64), valueChanged = Event(rawValue: 4096),
            editingChanged = Event(rawValue: 131_072)
    }
    open var isEnabled = true
    var actions: [UIAction] = []
    @available(iOS 14.0, *) open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) { actions.append(action) }
}
@MainActor open class UITextField: UIControl {
    open var text: String?
    open var placeholder: String?
    open var isSecureTextEntry = false
    public override init(frame: CGRect = .zero) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
}
@MainActor open class UIButton: UIControl {
    public enum ButtonType: Int, Sendable { case custom, system }
    public convenience init(type buttonType: ButtonType) { self.init(frame: .zero) }
    @available(iOS 14.0, *) public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(frame: .zero)
    }
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
    open func endRefreshing() { isRefreshing = false }
}
@MainActor open class UIBarItem: NSObject {
    open var title: String?
    open var isEnabled = true
}
@MainActor open class UIBarButtonItem: UIBarItem {
    public enum SystemItem: Int, Sendable { case done, cancel, refresh = 13, flexibleSpace = 5 }
    @available(iOS 14.0, *)
    public convenience init(title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
        self.init()
    }
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
    open var rightBarButtonItem: UIBarButtonItem?
    open var rightBarButtonItems: [UIBarButtonItem]?
}

open class UIPasteboard: NSObject {
    open class var general: UIPasteboard { UIPasteboard() }
    open var string: String?
}

@MainActor open class UIViewController: UIResponder {
    public init(nibName nibNameOrNil: String? = nil, bundle nibBundleOrNil: Bundle? = nil) { super.init() }
    public required init?(coder: NSCoder) { super.init() }
    open var title: String?
    open var view: UIView! = UIView(frame: .zero)
    open var nibName: String? { nil }
    open var storyboard: UIStoryboard? { nil }
    open var parent: UIViewController? { nil }
    open var navigationController: UINavigationController? { nil }
    open var children: [UIViewController] { [] }
    open var presentingViewController: UIViewController? { nil }
    open var splitViewController: UISplitViewController? { nil }
    open var tabBarItem: UITabBarItem! = UITabBarItem()
    open var toolbarItems: [UIBarButtonItem]?
    open var isEditing = false
    open var editButtonItem: UIBarButtonItem { UIBarButtonItem() }
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { [] }
    open var traitCollection: UITraitCollection { UITraitCollection() }
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    open var navigationItem = UINavigationItem(title: "")
    open var definesPresentationContext = false
    open func loadViewIfNeeded() { viewDidLoad() }
    open func show(_ vc: UIViewController, sender: Any?) {}
}
@MainActor open class UINavigationController: UIViewController {
    public init(rootViewController: UIViewController) { super.init(nibName: nil, bundle: nil) }
    public convenience init() { self.init(rootViewController: UIViewController()) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {}
    @discardableResult open func popViewController(animated: Bool) -> UIViewController? { nil }
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {}
}

@MainActor open class UIScene: UIResponder {
    public struct ConnectionOptions {}
}
@MainActor open class UIWindowScene: UIScene {}
@MainActor open class UISceneSession: NSObject {
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
}
extension UISceneDelegate {
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {}
    public func sceneDidEnterBackground(_ scene: UIScene) {}
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
