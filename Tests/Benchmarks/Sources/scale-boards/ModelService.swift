import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// A board service in this process, with a wire encoding of its own, and the network between it and the device.
///
/// Posts arrive and are deleted between any two requests. `@unchecked Sendable`: the lock guards all variables.
final class ModelService: HTTPTransport, @unchecked Sendable {
    /// What the device's network does.
    enum Signal: CaseIterable {
        case online, noNetwork, portal, timedOut, unreachable
    }

    private let lock = NSLock()
    private var boards: [ModelBoard]
    private var random: Random
    private var signal = Signal.online
    private var asked: [String] = []
    private var pending = 0

    init(posts count: Int, random: Random) {
        boards = [
            ModelBoard(id: 1, name: "공지사항", posts: count), ModelBoard(id: 2, name: "자유게시판", posts: 400),
            ModelBoard(id: 3, name: "새 게시판", posts: 0),
        ]
        self.random = random
    }

    /// The board as it is now.
    subscript(id: Int) -> ModelBoard { lock.withLock { boards[id - 1] } }
    /// Changes a board.
    func change(_ id: Int, _ change: (inout ModelBoard) -> Void) { lock.withLock { change(&boards[id - 1]) } }
    /// The state of the network.
    var network: Signal {
        get { lock.withLock { signal } }
        set { lock.withLock { signal = newValue } }
    }
    /// The number of requests so far, also of those that failed.
    var requestCount: Int { lock.withLock { asked.count } }
    /// The requests after the first `count`.
    func requests(after count: Int) -> [String] { lock.withLock { Array(asked.dropFirst(count)) } }
    /// Whether a request is unanswered.
    var isBusy: Bool { lock.withLock { pending > 0 } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let signal = lock.withLock {
            asked.append(Self.label(of: request))
            pending += 1
            return self.signal
        }
        defer { lock.withLock { pending -= 1 } }
        await Task.yield()
        switch signal {
        case .online: break
        case .noNetwork: throw NoticeBoardError(.noNetwork)
        case .timedOut: throw NoticeBoardError(.timedOut)
        case .unreachable: throw NoticeBoardError(.connectionLost)
        case .portal:
            let page = "<!DOCTYPE html><html><body>Sign in to the network</body></html>"
            return HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Data(page.utf8))
        }
        return lock.withLock {
            churn()
            return answer(request)
        }
    }

    /// Lets a post arrive or go, more often near the top, where people write and moderate.
    private func churn() {
        if random.isTrue(0.4) { boards[0].arrive(1) }
        if random.isTrue(0.4) {
            let depth = random.isTrue(0.7) ? 800 : boards[0].living.count
            boards[0].delete(at: random.below(depth))
        }
        if random.isTrue(0.05) { boards[1].arrive(1) }
    }

    // MARK: - The wire

    private static func fields(of query: Substring?) -> [String: String] {
        var fields: [String: String] = [:]
        for part in (query ?? "").split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1)
            let value = sides.count > 1 ? String(sides[1]) : ""
            fields[String(sides[0])] = value.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
        }
        return fields
    }

    /// The kind of a request and its offset, for tables.
    private static func label(of request: HTTPRequest) -> String {
        let fields = fields(of: request.query)
        let parts = request.path.split(separator: "/")
        guard let offset = fields["offset"] else { return "menu" }
        let board = parts.count > 1 && parts[parts.count - 2] != "1" ? "board \(parts[parts.count - 2]): " : ""
        return board + (fields["search"] == nil ? "" : "search ") + offset
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        let parts = request.path.split(separator: "/")
        let fields = Self.fields(of: request.query)
        if parts.last == "boards" {
            let menu = boards.map { board in
                #"{"boardId":\#(board.id),"displayName":"\#(board.name)","boardType":"normal","orderNo":\#(board.id)}"#
            }
            return page(menu, offset: 0, limit: menu.count, total: menu.count)
        }
        guard parts.count > 1, let id = Int(parts[parts.count - 2]), let board = boards.first(where: { $0.id == id }) else {
            return HTTPResponse(status: 404, body: Data(#"{"message":"no board"}"#.utf8))
        }
        let offset = Int(fields["offset"] ?? "") ?? 0
        let limit = Int(fields["limit"] ?? "") ?? 30
        let all = fields["search"].map { board.hits($0) } ?? board.living
        let end = max(0, all.count - offset)
        let posts = all[max(0, end - limit)..<end].reversed().map { encode($0, of: board) }
        return page(posts, offset: offset, limit: limit, total: all.count)
    }

    private func page(_ values: [String], offset: Int, limit: Int, total: Int) -> HTTPResponse {
        let head = #"{"value":["# + values.joined(separator: ",")
        let tail = #"],"count":\#(values.count),"offset":\#(offset),"limit":\#(limit),"total":\#(total)}"#
        let headers: HTTPHeaders = ["Content-Type": "application/json"]
        return HTTPResponse(status: 200, headers: headers, body: Data((head + tail).utf8))
    }

    private func encode(_ post: Int, of board: ModelBoard) -> String {
        let line = "<p>\(post)번 글입니다. R&amp;D \(String(repeating: "가나다라 ", count: post % 17))</p>"
        let title = ModelBoard.title(post).replacingOccurrences(of: "\\", with: "\\\\")
            .replacingOccurrences(of: "\"", with: "\\\"")
        let date = Date(timeIntervalSince1970: 1_600_000_000 + Double(post % 10_000_000) * 60)
        return #"{"postId":\#(post),"boardId":\#(board.id),"boardDisplayName":"\#(board.name)","title":"\#(title)","#
            + #""contents":"\#(line)","createdDateTime":"\#(Self.text(of: date))","postType":"normal","viewCount":\#(post % 500),"#
            + #""commentsCount":0,"attachmentsCount":0,"isNewPost":false,"hasInlineImage":false,"#
            + #""isAnonymous":\#(post % 13 == 0),"isOwner":false,"hasReply":false,"#
            + #""writer":{"displayName":"사람 \#(post % 50)","emailAddress":"p\#(post % 50)@example.com"}}"#
    }

    private static func text(of date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
        let day = "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
        return "\(day)T\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))Z"
    }
}
