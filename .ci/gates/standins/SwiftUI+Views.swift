// SwiftUI's own views.
import Foundation

public struct Text: View, Equatable {
    let words: String
    /// Those of them that are bold.
    var bolds: [String] = []
    nonisolated public init(verbatim content: String) { words = content }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ content: S) { words = String(content) }
    nonisolated public init(_ key: LocalizedStringKey) { words = key.words }
    @available(iOS 15.0, macOS 12.0, *)
    @_disfavoredOverload nonisolated public init(_ attributedContent: AttributedString) { words = String(attributedContent.characters) }
    nonisolated public init(_ image: Image) { words = "" }
    public var body: Never { fatalError("a stand-in") }
    nonisolated public static func + (lhs: Text, rhs: Text) -> Text {
        var text = Text(verbatim: lhs.words + rhs.words)
        text.bolds = lhs.bolds + rhs.bolds
        return text
    }
    nonisolated public static func == (lhs: Text, rhs: Text) -> Bool { lhs.words == rhs.words }
    nonisolated public func bold() -> Text {
        var text = self
        text.bolds = [words]
        return text
    }
    nonisolated public func font(_ font: Font?) -> Text { self }
    nonisolated public func fontWeight(_ weight: Font.Weight?) -> Text { self }
    nonisolated public func foregroundColor(_ color: Color?) -> Text { self }
}

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol {
        var words = ""
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) { words += literal }
        public mutating func appendInterpolation(_ string: String) { words += string }
        public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) { words += "\(value)" }
        @available(iOS 14.0, macOS 11.0, *) public mutating func appendInterpolation(_ text: Text) { words += text.words }
    }
    let words: String
    public init(_ value: String) { words = value }
    public init(stringLiteral value: String) { words = value }
    public init(stringInterpolation: StringInterpolation) { words = stringInterpolation.words }
}
public protocol _FormatSpecifiable: Equatable {}
extension Int: _FormatSpecifiable {}
extension Double: _FormatSpecifiable {}

public struct Image: View, Equatable {
    @available(iOS 13.0, macOS 11.0, *) nonisolated public init(systemName: String) {}
    nonisolated public init(_ name: String, bundle: Bundle? = nil) {}
    public var body: Never { fatalError("a stand-in") }
}

public struct VStack<Content: View>: View {
    let content: Content
    nonisolated public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
    public var body: Never { fatalError("a stand-in") }
}
public struct HStack<Content: View>: View {
    let content: Content
    nonisolated public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
    public var body: Never { fatalError("a stand-in") }
}
public struct ZStack<Content: View>: View {
    let content: Content
    nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) { self.content = content() }
    public var body: Never { fatalError("a stand-in") }
}
@available(iOS 14.0, macOS 11.0, *)
public struct LazyVStack<Content: View>: View {
    let content: Content
    nonisolated public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
    public var body: Never { fatalError("a stand-in") }
}
public struct Group<Content> {
    let content: Content
}
extension Group: View where Content: View {
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public var body: Never { fatalError("a stand-in") }
}
public struct ScrollView<Content: View>: View {
    let content: Content
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public var body: Never { fatalError("a stand-in") }
}
@available(iOS 14.0, macOS 11.0, *)
public struct ScrollViewProxy {
    public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {}
}
public struct UnitPoint: Hashable, Sendable { public static let top = UnitPoint(), center = UnitPoint(), bottom = UnitPoint() }
@available(iOS 14.0, macOS 11.0, *)
public struct ScrollViewReader<Content: View>: View {
    let content: Content
    nonisolated public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content(ScrollViewProxy()) }
    public var body: Never { fatalError("a stand-in") }
}
public struct Spacer: View {
    nonisolated public init(minLength: CGFloat? = nil) {}
    public var body: Never { fatalError("a stand-in") }
}
public struct Divider: View {
    nonisolated public init() {}
    public var body: Never { fatalError("a stand-in") }
}
public struct Circle: View, Sendable {
    nonisolated public init() {}
    public var body: Never { fatalError("a stand-in") }
    nonisolated public func fill<S: ShapeStyle>(_ content: S) -> some View { _Modified(self) }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public var data: Data
    public var content: (Data.Element) -> Content
}
extension ForEach: View where Content: View {
    public var body: Never { fatalError("a stand-in") }
}
extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) { (self.data, self.content) = (data, content) }
}
extension ForEach where Content: View {
    nonisolated public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        (self.data, self.content) = (data, content)
    }
}
public protocol DynamicViewContent: View {
    associatedtype Data: Collection
    var data: Data { get }
}
extension ForEach: DynamicViewContent where Content: View {}
extension DynamicViewContent {
    nonisolated public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent { self }
}

public struct List<SelectionValue: Hashable, Content: View>: View {
    let content: Content
    public var body: Never { fatalError("a stand-in") }
}
extension List where SelectionValue == Never {
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
    nonisolated public init<Data: RandomAccessCollection, RowContent: View>(_ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent)
    where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable { content = ForEach(data, content: rowContent) }
    nonisolated public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, ID, RowContent> { content = ForEach(data, id: id, content: rowContent) }
}
extension List {
    nonisolated public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) { self.content = content() }
}
public struct Section<Parent, Content, Footer> {
    let content: Content
}
extension Section: View where Parent: View, Content: View, Footer: View {
    public var body: Never { fatalError("a stand-in") }
}
extension Section where Parent == Text, Content: View, Footer == EmptyView {
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) { self.content = content() }
}
extension Section where Parent: View, Content: View, Footer == EmptyView {
    nonisolated public init(header: Parent, @ViewBuilder content: () -> Content) { self.content = content() }
}
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

@available(iOS 15.0, macOS 12.0, *)
public struct ButtonRole: Equatable, Sendable { public static let destructive = ButtonRole(), cancel = ButtonRole() }
public struct Button<Label: View>: View {
    let label: Label
    let action: @MainActor () -> Void
    @preconcurrency nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) { (self.label, self.action) = (label(), action) }
    public var body: Never { fatalError("a stand-in") }
}
extension Button where Label == Text {
    @preconcurrency nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) { self.init(action: action) { Text(titleKey) } }
    @_disfavoredOverload @preconcurrency nonisolated public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) { self.init(action: action) { Text(title) } }
    @available(iOS 15.0, macOS 12.0, *)
    @_disfavoredOverload @preconcurrency nonisolated public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(title) }
    }
}
extension Button {
    @available(iOS 15.0, macOS 12.0, *)
    @preconcurrency nonisolated public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) { self.init(action: action, label: label) }
}
public struct TextField<Label: View>: View {
    let text: Binding<String>
    let editing: (Bool) -> Void
    let commit: () -> Void
    public var body: Never { fatalError("a stand-in") }
}
extension TextField where Label == Text {
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(
        _ title: S, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void, onCommit: @escaping () -> Void
    ) { (self.text, editing, commit) = (text, onEditingChanged, onCommit) }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
        (self.text, editing, commit) = (text, { _ in }, {})
    }
}
public struct SecureField<Label: View>: View { public var body: Never { fatalError("a stand-in") } }
extension SecureField where Label == Text {
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}
public struct Toggle<Label: View>: View { public var body: Never { fatalError("a stand-in") } }
extension Toggle where Label == Text {
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {}
}
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View { public var body: Never { fatalError("a stand-in") } }
extension Picker where Label == Text {
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {}
}
@available(iOS 14.0, macOS 11.0, *)
public struct ProgressView<Label: View, CurrentValueLabel: View>: View { public var body: Never { fatalError("a stand-in") } }
@available(iOS 14.0, macOS 11.0, *)
extension ProgressView where CurrentValueLabel == EmptyView {
    nonisolated public init() where Label == EmptyView {}
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S) where Label == Text {}
    nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {}
}
@available(iOS 14.0, macOS 11.0, *)
public struct Label<Title: View, Icon: View>: View {
    nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
    public var body: Never { fatalError("a stand-in") }
}
@available(iOS 14.0, macOS 11.0, *)
extension Label where Title == Text, Icon == Image {
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, systemImage name: String) {}
}
@available(iOS 14.0, macOS 12.0, *)
public struct Link<Label: View>: View { public var body: Never { fatalError("a stand-in") } }
@available(iOS 14.0, macOS 11.0, *)
extension Link where Label == Text {
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, destination: URL) {}
}
public struct Alert {
    public struct Button {
        public static func cancel(_ action: (() -> Void)? = {}) -> Alert.Button { Alert.Button() }
        public static func `default`(_ label: Text, action: (() -> Void)? = {}) -> Alert.Button { Alert.Button() }
        public static func destructive(_ label: Text, action: (() -> Void)? = {}) -> Alert.Button { Alert.Button() }
    }
    public init(title: Text, message: Text? = nil, dismissButton: Alert.Button? = nil) {}
    public init(title: Text, message: Text? = nil, primaryButton: Alert.Button, secondaryButton: Alert.Button) {}
}

@available(iOS, deprecated: 100000.0)
public struct NavigationView<Content: View>: View {
    let content: Content
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public var body: Never { fatalError("a stand-in") }
}
public protocol NavigationViewStyle {}
@available(iOS, introduced: 13.0, deprecated: 100000.0)
@available(macOS, unavailable)
public struct StackNavigationViewStyle: NavigationViewStyle { public init() {} }
public struct NavigationLink<Label: View, Destination: View>: View {
    let label: Label
    nonisolated public init(destination: Destination, @ViewBuilder label: () -> Label) { self.label = label() }
    nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) { self.label = label() }
    @available(iOS, introduced: 13.0, deprecated: 16.0)
    nonisolated public init(destination: Destination, isActive: Binding<Bool>, @ViewBuilder label: () -> Label) { self.label = label() }
    public var body: Never { fatalError("a stand-in") }
}
@available(iOS 16.0, macOS 13.0, *)
extension NavigationLink where Destination == Never {
    nonisolated public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) { self.label = label() }
}
@available(iOS 16.0, macOS 13.0, *)
public struct NavigationPath: Sendable { public init() {} }
@available(iOS 16.0, macOS 13.0, *)
public struct NavigationStack<Data, Root: View>: View {
    let root: Root
    public var body: Never { fatalError("a stand-in") }
    nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath { self.root = root() }
    nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable { self.root = root() }
}
@available(iOS 16.0, macOS 13.0, *)
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
    let sidebar: Sidebar
    let detail: Detail
    public var body: Never { fatalError("a stand-in") }
    nonisolated public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) where Content == EmptyView {
        (self.sidebar, self.detail) = (sidebar(), detail())
    }
}
@available(iOS 17.0, macOS 14.0, *)
extension NavigationSplitView where Content == EmptyView {
    nonisolated public init(
        preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) {
        (self.sidebar, self.detail) = (sidebar(), detail())
    }
}
@available(iOS 16.0, macOS 13.0, *)
public struct NavigationSplitViewColumn: Hashable, Sendable {
    private let place: Int
    public static let sidebar = NavigationSplitViewColumn(place: 0)
    public static let content = NavigationSplitViewColumn(place: 1)
    public static let detail = NavigationSplitViewColumn(place: 2)
}
public struct TabView<SelectionValue: Hashable, Content: View>: View {
    let content: Content
    public var body: Never { fatalError("a stand-in") }
}
extension TabView where SelectionValue == Int {
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
