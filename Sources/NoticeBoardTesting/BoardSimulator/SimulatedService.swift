import Foundation
import NoticeBoardHTTP

/// Answers requests from what the service holds.
struct SimulatedService: HTTPTransport {
    let state: Watched<SimulatedState>
    let quirks: SimulatedQuirks

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let (isAdmitted, boards) = state.update { state in
            (state.token.admits(request.headers["authorization"], host: request.origin.host), state.boards)
        }
        do throws(SimulatedRefusal) {
            guard request.method.rawValue == "GET" else { throw SimulatedRefusal(405, "Only GET is known here.") }
            guard isAdmitted else { throw SimulatedRefusal(401, "The access token is not valid.") }
            return respond(200, try answer(try SimulatedCall(request.target), boards))
        } catch {
            return respond(error.status, .object([("message", .string(error.message))]))
        }
    }

    private func answer(_ call: SimulatedCall, _ boards: [SimulatedBoard]) throws(SimulatedRefusal) -> SimulatedJSON {
        switch call {
        case .boards:
            return list(boards.map(\.json), offset: 0, limit: boards.count, total: boards.count)
        case .posts(let id, let offset, let limit):
            let board = try Self.board(id, in: boards)
            return page(board.posts, of: board, offset: offset, limit: limit)
        case .search(let keyword, let target, let id, let offset, let limit):
            let board = try Self.board(id, in: boards)
            return page(board.posts.filter { $0.holds(keyword, in: target) }, of: board, offset: offset, limit: limit)
        }
    }

    private static func board(_ id: Int, in boards: [SimulatedBoard]) throws(SimulatedRefusal) -> SimulatedBoard {
        guard let board = boards.first(where: { $0.id == id }) else { throw SimulatedRefusal(404, "There is no such board.") }
        return board
    }

    private func page(_ posts: [SimulatedPost], of board: SimulatedBoard, offset: Int, limit: Int) -> SimulatedJSON {
        let (first, most) = (quirks.ignoresOffset ? 0 : offset, min(limit, max(quirks.limitCap ?? limit, 1)))
        let page = posts.dropFirst(first).prefix(most)
        return list(page.map { $0.json(on: board) }, offset: first, limit: most, total: posts.count)
    }

    private func list(_ elements: [SimulatedJSON], offset: Int, limit: Int, total: Int) -> SimulatedJSON {
        var members: [(String, SimulatedJSON)] = [("value", .array(elements))]
        if !quirks.sendsOnlyValue {
            members += [("count", .number(elements.count)), ("offset", .number(offset)), ("limit", .number(limit))]
            if !quirks.omitsTotal { members.append(("total", .number(total))) }
        }
        return .object(members)
    }

    private func respond(_ status: Int, _ json: SimulatedJSON) -> HTTPResponse {
        HTTPResponse(
            status: HTTPStatus(rawValue: status), headers: ["Content-Type": "application/json; charset=utf-8"],
            body: Data(json.text.utf8))
    }
}

extension SimulatedPost {
    /// A search among writers finds no anonymous one: finding would reveal.
    fileprivate func holds(_ keyword: String, in target: String) -> Bool {
        (target != "contents" && target != "writer" && title.holds(keyword))
            || (target != "title" && target != "writer" && contents.holds(keyword))
            || (target != "title" && target != "contents" && !isAnonymous && writerName.holds(keyword))
    }
}

extension String {
    /// Without regard to case; Swift compares composed and decomposed spellings as equal.
    fileprivate func holds(_ keyword: String) -> Bool {
        let (text, sought) = (Array(lowercased()), Array(keyword.lowercased()))
        guard sought.count <= text.count else { return false }
        return (0...(text.count - sought.count)).contains { text[$0..<($0 + sought.count)].elementsEqual(sought) }
    }
}
