#if os(Linux)
    import Foundation
    import NoticeBoardTesting
    import Testing

    @testable import NoticeBoardHTTP

    @Suite("Bytes of a response's header", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ResponseHeadTests {
        private func fields(_ lines: [UInt8]...) throws -> [String] {
            var head = ResponseHead()
            try head.take(Array("HTTP/1.1 200 OK\r\n".utf8))
            for line in lines { try head.take(line + [13, 10]) }
            try head.take([13, 10])
            return head.headers.map { "\($0.name.text): \($0.value)" }
        }

        @Test(
            "A value has no blanks around it",
            arguments: [
                ("X-A:a", "a"), ("X-A: \t a b \t", "a b"), ("X-A: \t ", ""), ("X-A:", ""), ("X-A:\u{A0}a", "\u{A0}a"),
                ("X-A: a\u{301} ", "a\u{301}"), ("X-A: \u{301}a", "\u{301}a"), ("X-A: a:b", "a:b"),
            ])
        func blanks(line: String, value: String) throws {
            #expect(try fields(Array(line.utf8)) == ["X-A: \(value)"])
        }

        @Test("CR and NUL in a value are blanks") func controls() throws {
            #expect(try fields(Array("X-A: a".utf8) + [0, 13] + Array("b".utf8)) == ["X-A: a  b"])
        }

        @Test("CR and NUL around a value are not part of it") func controlsAround() throws {
            #expect(try fields(Array("X-A:".utf8) + [0, 32, 13] + Array("a".utf8) + [32, 0]) == ["X-A: a"])
        }

        @Test("A NUL in a name drops the field") func name() throws {
            #expect(try fields([88, 0, 58, 97]).isEmpty)
        }

        @Test("A value that is no UTF-8 is Latin-1") func latin() throws {
            #expect(try fields(Array("X-A: ".utf8) + [0xE9]) == ["X-A: é"])
        }

        @Test("A folded line continues the value") func folded() throws {
            #expect(try fields(Array("X-A: a ".utf8), Array(" \tb".utf8)) == ["X-A: a b"])
        }

        @Test("A line without a colon is dropped") func colon() throws {
            #expect(try fields(Array("X-A".utf8), Array("X-B: 1".utf8)) == ["X-B: 1"])
        }
    }
#endif
