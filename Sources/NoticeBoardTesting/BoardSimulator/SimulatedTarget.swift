import Foundation

/// A request's path and query, read as a server reads them.
///
/// A `+` is a space, as many servers have it.
struct SimulatedTarget {
    let path: [String]
    let items: [String: String]

    init?(_ target: String) {
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path: [String] = []
        for segment in halves[0].split(separator: "/") {
            guard let text = Self.decoded(segment, plusIsSpace: false) else { return nil }
            path.append(text)
        }
        var items: [String: String] = [:]
        for pair in halves.count > 1 ? halves[1].split(whereSeparator: { $0 == "&" || $0 == ";" }) : [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(sides[0], plusIsSpace: true),
                let value = Self.decoded(sides.count > 1 ? sides[1] : "", plusIsSpace: true)
            else { return nil }
            items[name] = value
        }
        self.path = path
        self.items = items
    }

    /// The number that the item holds, `default` when there is no such item, nothing when it is no number.
    func number(_ name: String, default value: Int) -> Int? { items[name].map { Int($0) } ?? value }

    private static func decoded(_ text: Substring, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                    return nil
                }
                bytes.append(value)
                rest = rest.dropFirst(2)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(bytes: bytes, encoding: .utf8)
    }
}
