import Foundation
public import NoticeBoardBase

/// The events that a server sends, and the connections that they come over.
public typealias LiveEvents = HTTPStream<LiveStep<ServerEvent>>

/// Parses events, between the steps that tell of their connection.
struct LiveParser: StreamParser {
    var events: EventParser

    var failure: NoticeBoardError? { events.failure }
    var opening: [LiveStep<ServerEvent>] { [.connected] }
    var closing: [LiveStep<ServerEvent>] { [.disconnected] }

    mutating func parse(_ piece: Data?) -> [LiveStep<ServerEvent>] { events.parse(piece).map { .event($0) } }
}
