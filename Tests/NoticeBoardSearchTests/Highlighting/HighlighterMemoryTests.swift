import Testing

@testable import NoticeBoardSearch

/// Made for the address sanitizer: a read beyond a text's own memory is seen only where the text ends.
@Suite("Highlighter at the edges of memory", .serialized, .onOwnThread, .timeLimit(.minutes(3))) struct HighlighterMemoryTests {
    @Test(
        "Texts of every length, with the keyword at every place before their end, are read no further than they go",
        arguments: ["b", "bc", "검색", "sB", "é", "ㄱㅅ"])
    func tails(keyword: String) {
        let options: Highlighter.Options = keyword == "ㄱㅅ" ? .hangulTyping : []
        let highlighter = Highlighter(keyword, options: options)
        let found = keyword == "ㄱㅅ" ? "검색" : keyword
        for length in 0...130 {
            for shift in 0..<16 {
                // What stands before the keyword moves it to another place in a block of sixteen bytes.
                let before = String(repeating: "z", count: length)
                let after = String(repeating: "y", count: shift)
                let text = String(decoding: Array((before + found + after).utf8), as: UTF8.self)
                #expect(highlighter.utf8Ranges(in: text) == [length..<length + found.utf8.count])
                #expect(highlighter.firstRange(in: before + after) == nil)
            }
        }
    }

    @Test(
        "Memory of every length, at every alignment, is read no further than it goes",
        arguments: ["b", "bc", "검색", "sB", "é", "ㄱㅅ"])
    func alignments(keyword: String) {
        let isTyping = keyword == "ㄱㅅ"
        let term = CompiledTerm(keyword, isTyping: isTyping)
        let found = Array((isTyping ? "검색" : keyword).utf8)
        for length in 0...130 {
            let before = [UInt8](repeating: 0x7A, count: length)
            for alignment in 0..<16 {
                for bytes in [before + found, before] {
                    // The text ends where the allocation does.
                    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: alignment + bytes.count, alignment: 16)
                    defer { unsafe memory.deallocate() }
                    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[alignment...]).copyBytes(from: bytes)
                    let text = String(decoding: bytes, as: UTF8.self)
                    let buffer = unsafe UnsafeRawBufferPointer(rebasing: memory[alignment...]).bindMemory(to: UInt8.self)
                    let match = unsafe ByteView.read(buffer) { view in
                        var search = TermSearch(term)
                        return search.next(view, text)?.range
                    }
                    let expected = bytes.count > length ? length..<length + found.count : nil
                    #expect((match ?? nil) == expected)
                }
            }
        }
    }

    @Test("A text that ends in the middle of a keyword has no match", arguments: ["abcdefghijklmnopqrstuvwxyz", "가나다라마바사아자차"])
    func cutKeywords(keyword: String) {
        let highlighter = Highlighter(keyword)
        for length in 0..<keyword.count {
            for before in 0..<40 {
                let text = String(repeating: "-", count: before) + String(keyword.prefix(length))
                #expect(highlighter.firstRange(in: text) == nil)
            }
        }
    }

    @Test("Long texts are searched to their end, whatever stands between", arguments: ["zz", "kk", "검색", "é!", "ㄱㅅㄱㅅ"])
    func longTexts(keyword: String) {
        let highlighter = Highlighter(keyword, options: .hangulTyping)
        let found = keyword == "ㄱㅅㄱㅅ" ? "검색가수" : keyword
        for filling in ["abc ", "뷁 ", "ſtraße \u{212A} ", "\u{1100}\u{1161} ", "é\u{301} "] {
            let part = String(repeating: filling, count: 3_000)
            let text = found + part + found + part + found
            let (one, gap) = (found.utf8.count, part.utf8.count)
            #expect(
                highlighter.utf8Ranges(in: text) == [0..<one, one + gap..<2 * one + gap, 2 * (one + gap)..<3 * one + 2 * gap])
        }
    }
}
