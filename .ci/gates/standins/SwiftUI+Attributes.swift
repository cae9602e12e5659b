// What SwiftUI knows of attributed strings, and an attribute of Foundation's that corelibs Foundation lacks.
import Foundation

@available(iOS 15.0, macOS 12.0, *)
public struct InlinePresentationIntent: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var stronglyEmphasized: InlinePresentationIntent { InlinePresentationIntent(rawValue: 2) }
    public static var code: InlinePresentationIntent { InlinePresentationIntent(rawValue: 4) }
}

@available(iOS 15.0, macOS 12.0, *)
extension Text {
    public struct LineStyle: Hashable, Sendable {
        public static let single = LineStyle()
    }
}

@available(iOS 15.0, macOS 12.0, *)
extension AttributeScopes {

    public struct SwiftUIAttributes: AttributeScope {
        public let foregroundColor: ForegroundColorAttribute
        public let backgroundColor: BackgroundColorAttribute
        public let underlineStyle: UnderlineStyleAttribute
        public let font: FontAttribute
        public let inlinePresentationIntent: InlinePresentationIntentAttribute

        public enum ForegroundColorAttribute: AttributedStringKey {
            public typealias Value = Color
            public static let name = "SwiftUI.ForegroundColor"
        }
        public enum BackgroundColorAttribute: AttributedStringKey {
            public typealias Value = Color
            public static let name = "SwiftUI.BackgroundColor"
        }
        public enum UnderlineStyleAttribute: AttributedStringKey {
            public typealias Value = Text.LineStyle
            public static let name = "SwiftUI.UnderlineStyle"
        }
        public enum FontAttribute: AttributedStringKey {
            public typealias Value = Font
            public static let name = "SwiftUI.Font"
        }
        public enum InlinePresentationIntentAttribute: AttributedStringKey {
            public typealias Value = InlinePresentationIntent
            public static let name = "NSInlinePresentationIntent"
        }
    }
}

@available(iOS 15.0, macOS 12.0, *)
extension AttributeDynamicLookup {
    public subscript<T: AttributedStringKey>(dynamicMember keyPath: KeyPath<AttributeScopes.SwiftUIAttributes, T>) -> T { self[T.self] }
}
