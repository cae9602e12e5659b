import NoticeBoardTesting
import Testing

@Suite("SeededRandom", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SeededRandomTests {
    @Test("Generates the published SplitMix64 numbers for the seed 1234567") func knownNumbers() {
        var random = SeededRandom(seed: 1_234_567)
        let numbers = (0..<5).map { _ in random.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ])
    }

    @Test("Derived values depend only on the generator") func knownDraws() {
        func five<Value>(_ draw: (inout SeededRandom) -> Value) -> [Value] {
            var random = SeededRandom(seed: 1_234_567)
            return (0..<5).map { _ in draw(&random) }
        }
        #expect(five { $0.below(100) } == [17, 73, 23, 31, 21])
        #expect(five { $0.number(-5...4) } == [2, -2, -2, -4, -4])
        #expect(five { $0.pick(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]) } == ["h", "d", "d", "b", "b"])
        #expect(five { $0.pick("abcdefghij".utf8.suffix(10)) } == Array("hddbb".utf8))
        #expect(five { $0.chance(23) } == [true, false, false, false, true])
    }

    @Test("Covers every number of a range and none outside it") func range() {
        var random = SeededRandom(seed: 1)
        #expect(Set((0..<200).map { _ in random.number(-3...3) }) == Set(-3...3))
        #expect(Set((0..<200).map { _ in random.below(4) }) == Set(0..<4))
        #expect(!(0..<100).contains { _ in random.chance(0) })
        #expect((0..<100).allSatisfy { _ in random.chance(100) })
    }

    @Test("The smallest and largest ranges do not crash") func extremes() {
        var random = SeededRandom(seed: 1_234_567)
        #expect(random.number(.min ... .max) == .min + 6_457_827_717_110_365_317)
        #expect(random.number(.max ... .max) == .max)
        #expect(random.number(.min ... .min) == .min)
        #expect(random.below(0) == 0)
        #expect(random.below(.min) == 0)
        #expect(random.below(1) == 0)
        #expect(0..<Int.max ~= random.below(.max))
    }
}
