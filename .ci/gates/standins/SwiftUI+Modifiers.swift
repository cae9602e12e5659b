// What SwiftUI says of a view after it.
import Foundation

enum Said {
    case nothing
    case appear(() -> Void)
    case disappear(() -> Void)
    case task(@Sendable () async -> Void)
    case refresh(@Sendable () async -> Void)
    case beside([any View])
    case label(String)
    case search(Binding<String>)
    case submit(() -> Void)
}

struct _Modified<Content: View>: View {
    let content: Content
    let said: Said
    nonisolated init(_ content: Content, _ said: Said = .nothing) { (self.content, self.said) = (content, said) }
    var body: Never { fatalError("a stand-in") }
}

extension View {

    // Life
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { _Modified(self, action.map(Said.appear) ?? .nothing) }
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { _Modified(self, action.map(Said.disappear) ?? .nothing) }
    @available(iOS 15.0, macOS 12.0, *)
    @preconcurrency nonisolated public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { _Modified(self, .task(action)) }
    @available(iOS 15.0, macOS 12.0, *)
    @preconcurrency nonisolated public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { _Modified(self, .task(action)) }
    @available(iOS 15.0, macOS 12.0, *)
    @preconcurrency nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        _Modified(self, .refresh(action))
    }
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func onChange<V: Equatable>(of value: V, perform action: @escaping (V) -> Void) -> some View { _Modified(self) }
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void) -> some View { _Modified(self) }
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some View { _Modified(self) }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View { _Modified(self, .submit(action)) }
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { _Modified(self) }

    // Looks
    nonisolated public func font(_ font: Font?) -> some View { _Modified(self) }
    nonisolated public func foregroundColor(_ color: Color?) -> some View { _Modified(self) }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { _Modified(self) }
    nonisolated public func lineLimit(_ number: Int?) -> some View { _Modified(self) }
    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { _Modified(self) }
    nonisolated public func opacity(_ opacity: Double) -> some View { _Modified(self) }
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { _Modified(self) }
    nonisolated public func padding(_ length: CGFloat) -> some View { _Modified(self) }
    nonisolated public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View { _Modified(self) }
    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil,
        maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { _Modified(self) }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View { _Modified(self, .beside([content()])) }
    nonisolated public func disabled(_ disabled: Bool) -> some View { _Modified(self) }

    // Lists
    nonisolated public func deleteDisabled(_ isDisabled: Bool) -> some View { _Modified(self) }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
    ) -> some View { _Modified(self, .beside([content()])) }
    nonisolated public func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> some View { _Modified(self, .beside([menuItems()])) }

    // Bars and pages
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { _Modified(self, .label(String(title))) }
    @available(iOS, introduced: 13.0, deprecated: 100000.0)
    nonisolated public func navigationViewStyle<S: NavigationViewStyle>(_ style: S) -> some View { _Modified(self) }
    @available(iOS 14.0, *)
    @available(macOS, unavailable)
    nonisolated public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View { _Modified(self) }
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View { _Modified(self) }
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { _Modified(self, .beside([content()])) }
    nonisolated public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { _Modified(self) }
    nonisolated public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { _Modified(self) }
    nonisolated public func alert(isPresented: Binding<Bool>, content: () -> Alert) -> some View { _Modified(self) }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func alert<S: StringProtocol, A: View>(_ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A) -> some View { _Modified(self) }
    @available(iOS 16.0, macOS 13.0, *)
    nonisolated public func navigationDestination<D: Hashable, C: View>(for data: D.Type, @ViewBuilder destination: @escaping (D) -> C) -> some View { _Modified(self) }
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func navigationDestination<D: Hashable, C: View>(item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C) -> some View { _Modified(self) }

    // Searching
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func searchable<S: StringProtocol>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
    ) -> some View { _Modified(self, .search(text)) }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func searchable(text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil) -> some View { _Modified(self, .search(text)) }
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func searchable<S: StringProtocol>(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic, prompt: S
    ) -> some View { _Modified(self, .search(text)) }

    // Accessibility
    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { _Modified(self) }
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { _Modified(self, .label(String(label))) }
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View { _Modified(self, .label(String(hint))) }
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { _Modified(self) }
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { _Modified(self) }
}

// MARK: Values given to views

public struct Font: Hashable, Sendable {
    public struct Weight: Hashable, Sendable {
        public static let regular = Weight(), semibold = Weight(), bold = Weight()
    }
    public static let largeTitle = Font(), title = Font(), headline = Font(), subheadline = Font(), body = Font(), callout = Font()
    public static let footnote = Font(), caption = Font()
    @available(iOS 14.0, macOS 11.0, *) public static let title3 = Font()
    public func bold() -> Font { self }
    public func weight(_ weight: Weight) -> Font { self }
}

public protocol ShapeStyle: Sendable {}
public struct Color: Hashable, View, ShapeStyle {
    nonisolated init(unmade: Void) {}
    public static let red = Color(unmade: ()), orange = Color(unmade: ()), yellow = Color(unmade: ()), green = Color(unmade: ())
    public static let blue = Color(unmade: ()), gray = Color(unmade: ()), black = Color(unmade: ()), white = Color(unmade: ())
    public static let primary = Color(unmade: ()), secondary = Color(unmade: ()), clear = Color(unmade: ()), accentColor = Color(unmade: ())
    nonisolated public func opacity(_ opacity: Double) -> Color { self }
    public var body: Never { fatalError("a stand-in") }
}
public struct HierarchicalShapeStyle: ShapeStyle { init() {} }
extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}
extension ShapeStyle where Self == Color {
    public static var red: Color { Color(unmade: ()) }
    public static var yellow: Color { Color(unmade: ()) }
    public static var blue: Color { Color(unmade: ()) }
}

public enum TextAlignment: Hashable, Sendable { case leading, center, trailing }
public struct HorizontalAlignment: Hashable, Sendable { public static let leading = Self(), center = Self(), trailing = Self() }
public struct VerticalAlignment: Hashable, Sendable { public static let top = Self(), center = Self(), bottom = Self(), firstTextBaseline = Self() }
public struct Alignment: Hashable, Sendable {
    public static let center = Self(), leading = Self(), trailing = Self(), top = Self(), bottom = Self(), topLeading = Self()
}
public enum Edge: Int8, CaseIterable, Hashable, Sendable {
    case top, leading, bottom, trailing
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1), leading = Set(rawValue: 2), bottom = Set(rawValue: 4), trailing = Set(rawValue: 8)
        public static let all = Set(rawValue: 15), horizontal = Set(rawValue: 10), vertical = Set(rawValue: 5)
    }
}
public enum HorizontalEdge: Int8, Hashable, Sendable { case leading, trailing }

@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}
public struct PlainButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
public struct BorderlessButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
@available(iOS 15.0, macOS 12.0, *) public struct BorderedButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
extension PrimitiveButtonStyle where Self == PlainButtonStyle { public static var plain: PlainButtonStyle { PlainButtonStyle() } }
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle { public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() } }
@available(iOS 15.0, macOS 12.0, *)
extension PrimitiveButtonStyle where Self == BorderedButtonStyle { public static var bordered: BorderedButtonStyle { BorderedButtonStyle() } }

@MainActor @preconcurrency public protocol ListStyle {}
public struct PlainListStyle: ListStyle { nonisolated public init() {} }
@available(iOS 14.0, *) @available(macOS, unavailable)
public struct InsetGroupedListStyle: ListStyle { nonisolated public init() {} }
extension ListStyle where Self == PlainListStyle { public static var plain: PlainListStyle { PlainListStyle() } }
@available(iOS 14.0, *) @available(macOS, unavailable)
extension ListStyle where Self == InsetGroupedListStyle { public static var insetGrouped: InsetGroupedListStyle { InsetGroupedListStyle() } }

public struct NavigationBarItem: Sendable { public enum TitleDisplayMode: Sendable { case automatic, inline, large } }
@available(iOS 15.0, macOS 12.0, *)
public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let text = SubmitTriggers(rawValue: 1), search = SubmitTriggers(rawValue: 2)
}
@available(iOS 15.0, macOS 12.0, *)
public struct SearchFieldPlacement: Sendable {
    public struct NavigationBarDrawerDisplayMode: Sendable { public static let automatic = Self(), always = Self() }
    public static let automatic = SearchFieldPlacement(), toolbar = SearchFieldPlacement(), sidebar = SearchFieldPlacement()
}

public struct AccessibilityTraits: SetAlgebra, Sendable {
    public static let isButton = AccessibilityTraits(), isSelected = AccessibilityTraits(), isHeader = AccessibilityTraits()
    public init() {}
    public typealias Element = AccessibilityTraits
    public typealias ArrayLiteralElement = AccessibilityTraits
    public init(arrayLiteral elements: AccessibilityTraits...) {}
    public func contains(_ member: AccessibilityTraits) -> Bool { false }
    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
    public mutating func insert(_ newMember: AccessibilityTraits) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) { (true, self) }
    public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? { nil }
    public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? { nil }
    public mutating func formUnion(_ other: AccessibilityTraits) {}
    public mutating func formIntersection(_ other: AccessibilityTraits) {}
    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {}
}
public struct AccessibilityChildBehavior: Hashable, Sendable { public static let ignore = Self(), contain = Self(), combine = Self() }

@available(iOS 17.0, macOS 14.0, *)
public struct AccessibilityNotification {
    public struct Announcement: Sendable {
        public init(_ announcement: String) {}
        public func post() {}
    }
}

@available(iOS 14.0, macOS 11.0, *)
@MainActor @preconcurrency public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Body { get }
}
@available(iOS 14.0, macOS 11.0, *)
extension Never: ToolbarContent {}
@available(iOS 14.0, macOS 11.0, *)
extension ToolbarContent where Body == Never {
    public var body: Never { fatalError("a stand-in") }
}
@available(iOS 14.0, macOS 11.0, *)
@resultBuilder public struct ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<C0: ToolbarContent, C1: ToolbarContent>(_ c0: C0, _ c1: C1) -> some ToolbarContent { c0 }
    @available(iOS 16.0, macOS 13.0, *) public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { content }
}
@available(iOS 16.0, macOS 13.0, *)
extension Optional: ToolbarContent where Wrapped: ToolbarContent { public typealias Body = Never }
@available(iOS 14.0, macOS 11.0, *)
public struct ToolbarItemPlacement {
    public static let automatic = Self(), principal = Self(), primaryAction = Self(), cancellationAction = Self(), confirmationAction = Self()
}
@available(iOS 14.0, macOS 11.0, *)
public struct ToolbarItem<ID, Content: View>: ToolbarContent {
    public typealias Body = Never
}
@available(iOS 14.0, macOS 11.0, *)
extension ToolbarItem where ID == () {
    nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}
