import Foundation
import NoticeBoardBase

/// Parses server-sent events, as in the HTML standard.
struct EventParser: StreamParser {
    /// The ID of the last event, to resume from.
    ///
    /// A blank line commits it, even without data.
    private(set) var lastID: String
    /// Whether there was a connection before, after which the next one waits.
    private(set) var hasConnected = false
    /// The wait between connections that the server asks for, in seconds.
    private(set) var retry: Double?
    /// Set at a line or an event's data beyond the limit.
    private(set) var failure: NoticeBoardError?
    private var splitter: LineSplitter
    private var id: String
    private var name = ""
    private var data: [UInt8] = []
    /// Whether there was a `data` line: one without a value is an event with empty data.
    private var hasData = false

    init(limit: Int, lastID: String = "") {
        splitter = LineSplitter(limit: limit)
        self.lastID = lastID
        id = lastID
    }

    /// A parser for the next connection: keeps the ID and the server's wait, and drops an incomplete line or event.
    var next: EventParser {
        var parser = EventParser(limit: splitter.limit, lastID: lastID)
        parser.retry = retry
        parser.hasConnected = true
        return parser
    }

    mutating func parse(_ piece: Data?) -> [ServerEvent] {
        // An event without a final blank line is dropped.
        guard let piece else { return [] }
        let events = splitter.split(piece).compactMap { failure == nil ? take($0) : nil }
        failure = failure ?? splitter.failure
        return events
    }

    /// Parses the next line, and returns the event that it ends.
    private mutating func take(_ line: ArraySlice<UInt8>) -> ServerEvent? {
        if line.isEmpty { return finishEvent() }
        let field = line.prefix { $0 != UInt8(ascii: ":") }
        var value = line.dropFirst(field.count + 1)
        if value.first == 32 { value = value.dropFirst() }
        if field.elementsEqual("data".utf8) {
            guard value.count < splitter.limit - data.count else {
                failure = NoticeBoardError(
                    .responseTooLarge, "An event of the stream has more than \(splitter.limit) bytes of data.")
                return nil
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
            retry = min(milliseconds / 1000, Reconnection.longestRetry)
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
        var event = ServerEvent(data: String(decoding: data, as: UTF8.self))
        if !name.isEmpty { event.name = name }
        if !id.isEmpty { event.id = id }
        return event
    }
}
