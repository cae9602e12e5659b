extension LoopbackAnswer: CustomStringConvertible {
    /// The steps in words, long ones cut short.
    public var description: String { steps.map(\.description).joined(separator: ", ") }
}

extension LoopbackAnswer.Step: CustomStringConvertible {
    /// The step in words, bytes as text and cut short.
    public var description: String {
        switch self {
        case .send(let bytes): "send \(Self.shown(bytes))"
        case .body(let bytes): "body \(Self.shown(bytes))"
        case .repeatedBody(let bytes, let times): "body \(Self.shown(bytes)) × \(times)"
        case .pieces: "body of pieces"
        case .pause(let seconds): "pause \(seconds) s"
        case .hold: "hold at a gate"
        case .wait: "wait"
        case .close: "close"
        case .reset: "reset"
        }
    }

    private static func shown(_ bytes: [UInt8]) -> String {
        let limit = 60
        let text = String(decoding: bytes.prefix(limit), as: UTF8.self).debugDescription
        return bytes.count > limit ? "\(text)… (\(bytes.count) bytes)" : text
    }
}
