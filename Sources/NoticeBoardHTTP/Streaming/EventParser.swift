import NoticeBoardBase

/// Reads server-sent events from the lines of a stream, as the HTML standard has it.
struct EventParser: Sendable {
    /// The longest time that a server can set between two connections, in seconds.
    static let longestRetry = 600.0

    /// The ID of the last event, to go on from.
    ///
    /// A blank line makes it valid, also without data.
    private(set) var lastID: String
    /// The seconds that the server wants between two connections.
    private(set) var retry: Double?
    /// The maximum length of an event's data, in bytes.
    private let limit: Int
    private var id: String
    private var name = ""
    private var data: [UInt8] = []
    /// Whether there was a `data` line: one without a value is an event with empty data.
    private var hasData = false

    init(limit: Int, lastID: String = "") {
        self.limit = limit
        self.lastID = lastID
        id = lastID
    }

    /// A parser for the next connection: goes on after the last ID, at the server's pace.
    var next: EventParser {
        var parser = EventParser(limit: limit, lastID: lastID)
        parser.retry = retry
        return parser
    }

    /// Takes the next line and returns the event that it ends.
    mutating func take(_ line: ArraySlice<UInt8>) throws(NoticeBoardError) -> ServerEvent? {
        if line.isEmpty { return finishEvent() }
        let field = line.prefix { $0 != UInt8(ascii: ":") }
        var value = line.dropFirst(field.count + 1)
        if value.first == 32 { value = value.dropFirst() }
        if field.elementsEqual("data".utf8) {
            guard value.count < limit - data.count else {
                throw NoticeBoardError(.responseTooLarge, "An event of the stream has more than \(limit) bytes of data.")
            }
            if hasData { data.append(10) }
            data += value
            hasData = true
        } else if field.elementsEqual("event".utf8) {
            name = String(decoding: value, as: UTF8.self)
        } else if field.elementsEqual("id".utf8) {
            if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        } else if field.elementsEqual("retry".utf8), !value.isEmpty, value.allSatisfy({ 48...57 ~= $0 }) {
            let milliseconds = Double(String(decoding: value, as: UTF8.self)) ?? .infinity
            retry = min(milliseconds / 1000, Self.longestRetry)
        }
        return nil
    }

    private mutating func finishEvent() -> ServerEvent? {
        lastID = id
        defer {
            name = ""
            hasData = false
            data.removeAll(keepingCapacity: data.capacity < 1 << 14)
        }
        guard hasData else { return nil }
        return ServerEvent(
            name: name.isEmpty ? "message" : name, data: String(decoding: data, as: UTF8.self), id: id.isEmpty ? nil : id)
    }
}
