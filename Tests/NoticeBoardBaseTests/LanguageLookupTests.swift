import NoticeBoardBase
import Testing

/// The lookup of BCP 47 (RFC 4647, section 3.4): subtags are dropped from the end until a tag is known.
@Suite("Language lookup", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LanguageLookupTests {
    private func found(_ identifiers: [String], among tags: [String]) -> String {
        Language(preferring: identifiers, among: tags.map { tag in Language(tag) { _ in nil } }).tag
    }

    @Test(
        "Drops subtags from the end until a tag is known",
        arguments: [
            ("zh-Hant-TW", "zh-Hant"), ("zh-Hant-TW-x-private", "zh-Hant"), ("zh-Hans-CN", "zh-Hans"), ("zh-CN", "zh"),
            ("pt-BR", "pt-BR"), ("sr-Latn-RS", "sr-Latn"), ("de-DE-u-co-phonebk", "de"), ("de-CH-1996", "de-CH"),
        ])
    func truncation(identifier: String, tag: String) {
        #expect(found([identifier], among: ["de", "de-CH", "pt-BR", "sr-Latn", "zh", "zh-Hans", "zh-Hant"]) == tag)
    }

    @Test("A single letter goes with the subtag behind it", arguments: ["zh-Hant-CN-x-private1", "zh-Hant-CN-a-wadegile"])
    func singleLetters(identifier: String) {
        #expect(found([identifier], among: ["zh-Hant-CN-x", "zh-Hant-CN-a", "zh-Hant-CN"]) == "zh-Hant-CN")
    }

    @Test("A more exact tag is found before a shorter one", arguments: [["zh", "zh-Hant"], ["zh-Hant", "zh"]])
    func exactness(tags: [String]) {
        #expect(found(["zh-Hant-TW"], among: tags) == "zh-Hant")
    }

    @Test(
        "Underscores separate subtags, in the identifier and in the tag",
        arguments: [("pt_BR", "pt-BR"), ("pt-BR", "pt_BR"), ("zh_Hant_TW", "zh-Hant"), ("zh-Hant-TW", "zh_Hant")])
    func underscores(identifier: String, tag: String) {
        #expect(found([identifier], among: [tag]) == tag)
    }

    @Test(
        "Compares tags without case",
        arguments: [("ZH-HANT-TW", "zh-Hant"), ("zh-hant-tw", "ZH-Hant"), ("KO-kr", "Ko"), ("pt_br", "PT-BR")])
    func letterCase(identifier: String, tag: String) {
        #expect(found([identifier], among: [tag]) == tag)
    }

    @Test(
        "Does not find a tag that says more than the identifier, or another language",
        arguments: [("zh", "zh-Hant"), ("pt-PT", "pt-BR"), ("kok-IN", "ko"), ("", "ko"), ("-", "ko"), ("x-ko", "ko")])
    func misses(identifier: String, tag: String) {
        #expect(found([identifier], among: [tag]) == "en")
    }

    @Test("The first identifier with any known tag decides") func order() {
        #expect(found(["fr-CA", "zh-Hant-TW", "ko"], among: ["ko", "zh-Hant"]) == "zh-Hant")
    }
}
