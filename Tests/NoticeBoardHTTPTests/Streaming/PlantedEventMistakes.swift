/// A mistake that an event parser may make.
enum EventMistake: CaseIterable {
    case carriageReturnEndsNothing, lineFeedAfterCarriageReturnEndsAnotherLine, splitLineEndCountsTwice
    case keepsByteOrderMark, removesEveryByteOrderMark
    case keepsSpaceAfterColon, trimsEverySpace, splitsAtTheLastColon, ignoresFieldWithoutColon, ignoresCaseOfNames
    case takesNamesByTheirBeginning
    case dropsEmptyData, joinsDataWithoutLineFeed, keepsNameForTheNextEvent
    case takesIDWithNUL, forgetsIDAfterAnEvent, takesIDBeforeTheBlankLine
    case takesAnyRetry, takesRetryWithoutBound, deliversCutEvent
}

/// Reads events by itself, with one mistake or none, in pieces as they come.
struct MistakenEventParser {
    let mistake: EventMistake?
    private(set) var events: [[[UInt8]]] = []
    private(set) var lastID: [UInt8] = []
    private(set) var retry: Double?
    private var line: [UInt8] = []
    private var isFirstLine = true
    private var endedWithCarriageReturn = false
    private var name: [UInt8] = []
    private var data: [UInt8]?
    private var id: [UInt8] = []

    init(_ mistake: EventMistake?) { self.mistake = mistake }

    mutating func take(_ piece: ArraySlice<UInt8>) {
        if mistake == .splitLineEndCountsTwice { endedWithCarriageReturn = false }
        for byte in piece {
            defer { endedWithCarriageReturn = byte == 13 }
            switch byte {
            case 13 where mistake != .carriageReturnEndsNothing: endLine()
            case 10:
                if endedWithCarriageReturn, mistake != .carriageReturnEndsNothing,
                    mistake != .lineFeedAfterCarriageReturnEndsAnotherLine
                {
                    continue
                }
                endLine()
            default: line.append(byte)
            }
        }
    }

    mutating func finish() { if mistake == .deliversCutEvent { endEvent() } }

    private mutating func endLine() {
        var line = line
        self.line = []
        let mayHaveMark = isFirstLine && mistake != .keepsByteOrderMark || mistake == .removesEveryByteOrderMark
        if mayHaveMark, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isFirstLine = false
        if line.isEmpty { endEvent() } else { takeField(line) }
    }

    private mutating func endEvent() {
        lastID = id
        if let data, mistake != .dropsEmptyData || !data.isEmpty {
            events.append([name.isEmpty ? Array("message".utf8) : name, data, id])
            if mistake == .forgetsIDAfterAnEvent { id = [] }
        }
        data = nil
        if mistake != .keepsNameForTheNextEvent { name = [] }
    }

    private mutating func takeField(_ line: [UInt8]) {
        let colon = mistake == .splitsAtTheLastColon ? line.lastIndex(of: 58) : line.firstIndex(of: 58)
        if colon == nil, mistake == .ignoresFieldWithoutColon { return }
        var field = String(decoding: line[..<(colon ?? line.count)], as: UTF8.self)
        if mistake == .ignoresCaseOfNames { field = field.lowercased() }
        if mistake == .takesNamesByTheirBeginning, field.hasPrefix("data") { field = "data" }
        var value = colon.map { line[($0 + 1)...] } ?? []
        if mistake == .trimsEverySpace {
            value = value.drop { $0 == 32 }
        } else if value.first == 32, mistake != .keepsSpaceAfterColon {
            value = value.dropFirst()
        }
        switch field {
        case "event": name = Array(value)
        case "data":
            let separator: [UInt8] = mistake == .joinsDataWithoutLineFeed ? [] : [10]
            data = data.map { $0 + separator + value } ?? Array(value)
        case "id":
            if !value.contains(0) || mistake == .takesIDWithNUL { id = Array(value) }
            if mistake == .takesIDBeforeTheBlankLine { lastID = id }
        case "retry":
            let isNumber = !value.isEmpty && value.allSatisfy { 48...57 ~= $0 }
            guard isNumber || mistake == .takesAnyRetry else { return }
            let seconds = (Double(String(decoding: value, as: UTF8.self)) ?? (isNumber ? .infinity : 0)) / 1000
            retry = mistake == .takesRetryWithoutBound ? seconds : min(seconds, 600)
        default: break
        }
    }
}
