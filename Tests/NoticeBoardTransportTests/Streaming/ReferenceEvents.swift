import NoticeBoardHTTP

/// Reads an event stream as the HTML standard describes it, from the whole text at once.
struct ReferenceEvents: Equatable {
    var events: [[[UInt8]]] = []
    var lastID: [UInt8] = []
    var retry: Double?

    init(events: [ServerEvent], lastID: String, retry: Double?) {
        self.events = events.map { [Array($0.name.utf8), Array($0.data.utf8), Array(($0.id ?? "").utf8)] }
        self.lastID = Array(lastID.utf8)
        self.retry = retry
    }

    init(_ bytes: [UInt8]) {
        var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        var text = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            if scalar == "\r" {
                text.append("\n")
            } else if scalar != "\n" || index == 0 || scalars[index - 1] != "\r" {
                text.append(scalar)
            }
        }
        var (name, id): ([UInt8], [UInt8]) = ([], [])
        var data: [UInt8] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.isEmpty {
                lastID = id
                if !data.isEmpty { events.append([name.isEmpty ? Array("message".utf8) : name, Array(data.dropLast()), id]) }
                (name, data) = ([], [])
                continue
            }
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            var value = parts.count > 1 ? parts[1] : Substring.UnicodeScalarView()
            if value.first == " " { value.removeFirst() }
            let bytes = Array(String(value).utf8)
            switch String(parts[0]) {
            case "event": name = bytes
            case "data": data += bytes + [10]
            case "id" where !bytes.contains(0): id = bytes
            case "retry" where !bytes.isEmpty && bytes.allSatisfy { 48...57 ~= $0 }:
                retry = min((Double(String(value)) ?? .infinity) / 1000, 600)
            default: break
            }
        }
    }
}
