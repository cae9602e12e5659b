import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Planted secrets", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PlantedSecretsTests {
    private let secrets = PlantedSecrets(["key": "k/y é", "word": "öffnen"])

    @Test(
        "A secret is found in every way in which it may be written",
        arguments: [
            "k/y é", "k/y%20%C3%A9", "k%2Fy%20%C3%A9", "k%2fy%20%c3%a9", "ay95IMOp", "k\\/y é", "k/y \\ue9", "\"k/y é\"", "é y/k",
            "107, 47, 121, 32, 195, 169",
        ])
    func spellings(text: String) {
        #expect(secrets.findings(in: "<\(text)>").contains("the key as \(text)"))
        #expect(!secrets.findings(in: "<\(text)>").contains { $0.hasPrefix("the word") })
    }

    @Test("Only what is shown is found, and by its name") func findings() {
        #expect(secrets.findings(in: "") == [] && secrets.findings(in: "k/y e") == [])
        #expect(
            secrets.findings(in: "ay95IMOp") == ["the key as ay95IMOp"] && secrets.findings(in: "é y/k") == ["the key as é y/k"])
        #expect(secrets.findings(in: "nenffö ay95IMOp").sorted() == ["the key as ay95IMOp", "the word as nenffö"])
        #expect(secrets["key"] == "k/y é" && secrets["word"] == "öffnen" && secrets["other"] == "")
    }

    @Test("Nothing is looked for in vain, but for a secret that is none") func blindness() {
        #expect(secrets.blindness == [])
        #expect(PlantedSecrets(["none": "", "a": "b"]).blindness == ["none"])
    }

    @Test("What is shown of a value: its dump, both descriptions and what its mirror holds") func shown() {
        struct Pair: CustomStringConvertible, CustomDebugStringConvertible {
            let one = "a"
            var description: String { "described" }
            var debugDescription: String { "debugged" }
        }
        let shown = PlantedSecrets.shown(Pair())
        for text in ["described", "debugged", #"one: "a""#, "value: "] { #expect(shown.contains(text), "\(shown)") }
        #expect(PlantedSecrets.shown(5) == "- 5\n\n5\n5\n[]")
    }
}
