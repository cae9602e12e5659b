// The parts of a title that match what the user typed, also half-typed Hangul.
import NoticeBoardSearch

let title = "장학금 신청 안내"
for typed in ["신청", "ㅈㅎㄱ", "장하"] {
    let ranges = Highlighter(typed, options: .hangulTyping).ranges(in: title)
    print(typed, ranges.map { String(title[$0]) })
}

// Prints: 신청 ["신청"]
// Prints: ㅈㅎㄱ ["장학금"]
// Prints: 장하 ["장학"]
