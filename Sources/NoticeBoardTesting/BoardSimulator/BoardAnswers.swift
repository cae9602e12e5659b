/// The service's answers, from the boards as they are at one moment.
struct BoardAnswers {
    let boards: [SimulatedBoard]
    let quirks: SimulatedQuirks

    func answer(_ call: SimulatedCall) throws(SimulatedRefusal) -> SimulatedJSON {
        switch call {
        case .boards:
            return list(boards.map(\.json), offset: 0, limit: boards.count, total: boards.count)
        case .posts(let id, let offset, let limit):
            let board = try board(id)
            return page(board.posts, of: board, offset: offset, limit: limit)
        case .search(let keyword, let target, let id, let offset, let limit):
            let board = try board(id)
            return page(board.posts.filter { $0.holds(keyword, in: target) }, of: board, offset: offset, limit: limit)
        }
    }

    private func board(_ id: Int) throws(SimulatedRefusal) -> SimulatedBoard {
        guard let board = boards.first(where: { $0.id == id }) else { throw SimulatedRefusal(404, "There is no such board.") }
        return board
    }

    private func page(_ posts: [SimulatedPost], of board: SimulatedBoard, offset: Int, limit: Int) -> SimulatedJSON {
        let first = quirks.ignoresOffset ? 0 : offset
        let most = min(limit, max(quirks.limitCap ?? limit, 1))
        let page = posts.dropFirst(first).prefix(most)
        return list(page.map { $0.json(on: board) }, offset: first, limit: most, total: posts.count)
    }

    private func list(_ elements: [SimulatedJSON], offset: Int, limit: Int, total: Int) -> SimulatedJSON {
        if quirks.sendsOnlyValue { return .object([("value", .array(elements))]) }
        return .object([
            ("value", .array(elements)), ("count", .number(elements.count)), ("offset", .number(offset)),
            ("limit", .number(limit)), ("total", quirks.omitsTotal ? nil : .number(total)),
        ])
    }
}

extension SimulatedPost {
    /// A search among writers skips anonymous posts, because a match would reveal the writer.
    fileprivate func holds(_ keyword: String, in target: String) -> Bool {
        (target != "contents" && target != "writer" && title.holds(keyword))
            || (target != "title" && target != "writer" && contents.holds(keyword))
            || (target != "title" && target != "contents" && !isAnonymous && writerName.holds(keyword))
    }
}

extension String {
    /// Ignores case; Swift treats composed and decomposed spellings as equal.
    fileprivate func holds(_ keyword: String) -> Bool {
        let text = Array(lowercased())
        let sought = Array(keyword.lowercased())
        guard sought.count <= text.count else { return false }
        return (0...(text.count - sought.count)).contains { text[$0..<($0 + sought.count)].elementsEqual(sought) }
    }
}

extension SimulatedPost {
    /// The post as the service sends it.
    fileprivate func json(on board: SimulatedBoard) -> SimulatedJSON {
        let writer = SimulatedJSON.object([
            ("displayName", .string(writerName)), ("emailAddress", .string(writerAddress)),
            ("photo", writerPhoto.map { .string($0) }),
        ])
        return .object([
            ("postId", isBroken ? .null : .number(id)), ("title", .string(title)), ("boardId", .number(board.id)),
            ("boardDisplayName", .string(board.name)), ("writer", writer), ("contents", .string(contents)),
            ("createdDateTime", .string(SimulatedDate.text(createdAt, dateForm))), ("viewCount", .number(viewCount)),
            ("postType", .string(type)), ("isNewPost", .bool(isNew)), ("hasInlineImage", .bool(hasInlineImage)),
            ("commentsCount", .number(commentCount)), ("attachmentsCount", .number(attachmentCount)),
            ("isAnonymous", .bool(isAnonymous)), ("isOwner", .bool(isOwner)), ("hasReply", .bool(hasReply)),
            ("parentPostId", parentID.map { .number($0) }), ("isNotify", isNotify.map { .bool($0) }),
        ])
    }
}
