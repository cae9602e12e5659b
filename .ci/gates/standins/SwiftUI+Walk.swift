// What draws a view: its body is asked for, down to SwiftUI's own views, and what they would say and do is kept.
// The state of a view lives as long as the view: keep the one that is drawn again.
/// A view as it is drawn once.
@MainActor public final class Drawn {
    /// The texts on the screen, in order.
    public private(set) var texts: [String] = []
    /// The bold parts of a text.
    public private(set) var bolds: [String] = []
    /// What can be pressed, by its words.
    public private(set) var buttons: [(words: String, press: @MainActor () -> Void)] = []
    /// What can be typed into.
    public private(set) var fields: [Field] = []
    private var appearances: [() -> Void] = []

    /// Draws `view`.
    public init(_ view: some View) { draw(view) }

    /// What had come into sight comes into sight: again, when it had before.
    public func appear() { for appearance in appearances { appearance() } }

    func draw(_ view: any View) {
        guard let part = view as? any Part else { return descend(view) }
        part.draw(by: self)
    }

    private func descend<V: View>(_ view: V) {
        if V.Body.self != Never.self { draw(view.body) }
    }

    func read(_ text: Text) {
        texts.append(text.words)
        bolds += text.bolds
    }
    func willAppear(_ action: @escaping () -> Void) { appearances.append(action) }
    func type(_ field: Field) { fields.append(field) }
    func press(_ label: any View, _ action: @escaping @MainActor () -> Void) {
        let before = texts.count
        draw(label)
        buttons.append((texts[before...].joined(separator: " "), action))
    }
}

/// A drawn text field: its text, and its callbacks for typing, for focus and for the return key.
@MainActor public struct Field {
    public let text: String
    public let type: (String) -> Void, edit: (Bool) -> Void, enter: () -> Void
}

@MainActor protocol Part { func draw(by drawn: Drawn) }

extension _Modified: Part {
    func draw(by drawn: Drawn) {
        drawn.draw(content)
        switch said {
        case .appear(let action): drawn.willAppear(action)
        case .beside(let views): for view in views { drawn.draw(view) }
        default: break
        }
    }
}
extension Optional: Part where Wrapped: View {
    func draw(by drawn: Drawn) { if let self { drawn.draw(self) } }
}
extension TupleView: Part { func draw(by drawn: Drawn) { for child in children { drawn.draw(child) } } }
extension _ConditionalContent: Part {
    func draw(by drawn: Drawn) {
        switch kept {
        case .first(let view): drawn.draw(view)
        case .second(let view): drawn.draw(view)
        }
    }
}
extension AnyView: Part { func draw(by drawn: Drawn) { drawn.draw(kept) } }
extension Text: Part { func draw(by drawn: Drawn) { drawn.read(self) } }
extension TextField: Part {
    func draw(by drawn: Drawn) { drawn.type(Field(text: text.wrappedValue, type: { text.wrappedValue = $0 }, edit: editing, enter: commit)) }
}
extension Button: Part { func draw(by drawn: Drawn) { drawn.press(label, action) } }
extension ForEach: Part where Content: View { func draw(by drawn: Drawn) { for element in data { drawn.draw(content(element)) } } }
extension VStack: Part { func draw(by drawn: Drawn) { drawn.draw(content) } }
extension HStack: Part { func draw(by drawn: Drawn) { drawn.draw(content) } }
extension ZStack: Part { func draw(by drawn: Drawn) { drawn.draw(content) } }
extension LazyVStack: Part { func draw(by drawn: Drawn) { drawn.draw(content) } }
extension ScrollView: Part { func draw(by drawn: Drawn) { drawn.draw(content) } }
extension ScrollViewReader: Part { func draw(by drawn: Drawn) { drawn.draw(content) } }
extension Group: Part where Content: View { func draw(by drawn: Drawn) { drawn.draw(content) } }
extension List: Part { func draw(by drawn: Drawn) { drawn.draw(content) } }
extension Section: Part where Parent: View, Content: View, Footer: View { func draw(by drawn: Drawn) { drawn.draw(content) } }
extension NavigationView: Part { func draw(by drawn: Drawn) { drawn.draw(content) } }
extension NavigationLink: Part { func draw(by drawn: Drawn) { drawn.draw(label) } }
extension NavigationStack: Part { func draw(by drawn: Drawn) { drawn.draw(root) } }
