import Testing

@testable import NoticeBoardTesting

@Suite("Parsing of simulated addresses", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SimulatedTargetTests {
    /// Returns path and query as one string, or `nil` for an invalid target.
    private func read(_ text: String) -> String? {
        SimulatedTarget(text).map { target in
            let items = target.items.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return target.path.joined(separator: "|") + " " + items.joined(separator: "|")
        }
    }

    @Test(
        "Decodes path segments and query items separately",
        arguments: [
            ("", " "), ("/", " "), ("//a//b/", "a|b "), ("/a", "a "), ("/a?", "a "), ("?x=y", " x=y"),
            ("/a/b?x=1&y=2", "a|b x=1|y=2"),
            ("/a%20b+c/%EA%B0%80", "a b+c|가 "), ("/a%2Fb", "a/b "), ("/?x=1;y=2", " x=1|y=2"), ("/?x=a+b&a+b=c", " a b=c|x=a b"),
            ("/?x=%2B%26%3D", " x=+&="), ("/?x=a=b==", " x=a=b=="), ("/?x", " x="), ("/?x=", " x="), ("/?=x", " =x"),
            ("/?&&x=1&", " x=1"),
            ("/?x=1?y=2?z", " x=1?y=2?z"), ("/?%78=%79", " x=y"), ("/?x=%EF%BB%BFa", " x=\u{FEFF}a"),
            ("/%30%39%41%46%61%66", "09AFaf "),
            ("/%4a%4A%6f%6F", "JJoo "),
        ])
    func reading(text: String, expected: String) {
        #expect(read(text).map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
    }

    @Test(
        "An invalid target has no value",
        arguments: [
            "/%", "/%4", "/%4g", "/%g4", "/%/41", "/?x=%", "/?%=x", "/?x=%4", "/%FF", "/?x=%FF", "/?x=%EA%B0", "/?x=1&x=1",
            "/?x&x=2",
            "/?a+b=1&a%20b=2", "/?x=%:0", "/?x=%0:", "/?x=%@A", "/?x=%G0", "/?x=%`a", "/?x=%0`",
        ])
    func unreadable(text: String) {
        #expect(read(text) == nil)
    }
}
