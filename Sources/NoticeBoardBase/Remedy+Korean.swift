extension Remedy {
    /// Asks in Korean to look at the input that the SDK or an app calls `input`.
    ///
    /// A name that is written in Hangul, an app's own too, makes a sentence of its own. Of another nobody can say whether it
    /// wants 을 or 를, which depends on how it is read aloud: it stands by itself, as it is.
    static func koreanRequest(toFix input: String) -> String {
        if input.hasPrefix("header ") { return "헤더를 확인해 주세요: \(input.dropFirst(7))." }
        let name = koreanNames[input] ?? input
        guard let particle = objectParticle(after: name) else { return "입력값을 확인해 주세요: \(name)." }
        return "\(name)\(particle) 확인해 주세요."
    }

    /// What Korean calls the inputs that the SDK names itself.
    private static let koreanNames = [
        "input": "입력값", "keyword": "검색어", "search target": "검색 대상", "target": "검색 대상", "board": "게시판",
        "offset": "시작 위치", "limit": "불러올 개수", "position": "불러올 위치", "directory": "저장 폴더", "scope": "저장 범위의 이름",
        "source": "가져올 곳의 이름", "base URL": "서버 주소", "path": "요청 경로", "body": "요청 본문", "file": "파일",
    ]

    /// 을 after a consonant, 를 after a vowel, nothing where the last letter is not Hangul.
    private static func objectParticle(after name: String) -> String? {
        switch name.unicodeScalars.last?.value {
        case let syllable? where 0xAC00...0xD7A3 ~= syllable: (syllable - 0xAC00) % 28 == 0 ? "를" : "을"
        // A syllable in parts (NFD) ends in its final consonant, or without one in its vowel.
        case let vowel? where 0x1161...0x1175 ~= vowel: "를"
        case let final? where 0x11A8...0x11C2 ~= final: "을"
        default: nil
        }
    }
}
