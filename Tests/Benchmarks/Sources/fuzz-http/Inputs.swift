import NoticeBoardTesting

/// Inputs that are nearly right, which go deeper than noise does: samples with a few bytes changed, cut or repeated.
enum Inputs {
    /// Samples for each of the properties, in their order.
    private static let samples: [[String]] = [
        ["X-Header", "text/plain; charset=utf-8", "Bearer abc", "a\r\nb", "값"],
        ["data/posts/a.png", "..", "../x", "메일 플러그", "C++ a&b=c 100% #1;2", "%2F", "👨‍👩‍👧", "e\u{301}"],
        [
            #"{"value":[{"postId":1,"title":"a","writer":{"displayName":"b"},"createdDateTime":"2023-06-05T03:31:22Z"}],"count":1,"offset":0,"limit":30,"total":2}"#,
            #"{"value":[{"postId":"1","title":7,"viewCount":-1,"isAnonymous":"?"},null,[]],"total":1e400}"#, #"{"value":{}}"#,
            "[[[[",
        ],
        [
            "https://other/x", "//other", "/x?y#z", "http://host/", "../../..", "https://a:b@host/", "https://[::1]:8/", "?",
            "javascript:1",
        ],
        ["2023-06-05T03:31:22Z", "2023-11-16T18:07:07.490Z", "2023-06-05T12:31:22+09:00", "0000-01-01T00:00:00-23:59"],
        [
            "120", "99999999999999999999", "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ],
        ["file", "사진 1.png", "a\"; filename=\"b", "a\r\nX: y", "\\"],
    ]

    /// What means something to one of the readers. (A carriage return and a line break make one character, but two bytes.)
    private static let marks = Array("\"{}[]:,\\/.?#%&+;@0-9Ee\r\n\0 ".utf8)

    static func next(_ random: inout SeededRandom, for property: Int) -> [UInt8] {
        if random.below(8) == 0 { return (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
        var bytes = Array(random.pick(samples[property]).utf8)
        for _ in 0..<random.below(5) where !bytes.isEmpty {
            let place = random.below(bytes.count)
            switch random.below(5) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(random.pick(marks), at: place)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + random.below(9)))
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random.below(9))], at: place)
            }
        }
        return bytes
    }
}
