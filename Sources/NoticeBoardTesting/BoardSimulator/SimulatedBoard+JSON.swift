/// What the service writes.
extension SimulatedBoard {
    var json: SimulatedJSON {
        .object([
            ("boardId", .number(id)), ("displayName", .string(name)), ("boardType", .string(kind)),
            ("isFavorite", .bool(isFavorite)), ("hasNewPost", .bool(posts.contains(where: \.isNew))), ("orderNo", .number(order)),
            ("capability", .object([("writable", .bool(isWritable)), ("manageable", .bool(isManageable))])),
        ])
    }
}

extension SimulatedPost {
    func json(on board: SimulatedBoard) -> SimulatedJSON {
        var writer: [(String, SimulatedJSON)] = [("displayName", .string(writerName)), ("emailAddress", .string(writerAddress))]
        if let writerPhoto { writer.append(("photo", .string(writerPhoto))) }
        var members: [(String, SimulatedJSON)] = [
            ("postId", isBroken ? .null : .number(id)), ("title", .string(title)), ("boardId", .number(board.id)),
            ("boardDisplayName", .string(board.name)), ("writer", .object(writer)), ("contents", .string(contents)),
            ("createdDateTime", .string(SimulatedDate.text(createdAt, dateForm))), ("viewCount", .number(viewCount)),
            ("postType", .string(type)), ("isNewPost", .bool(isNew)), ("hasInlineImage", .bool(hasInlineImage)),
            ("commentsCount", .number(commentCount)), ("attachmentsCount", .number(attachmentCount)),
            ("isAnonymous", .bool(isAnonymous)), ("isOwner", .bool(isOwner)), ("hasReply", .bool(hasReply)),
        ]
        if let parentID { members.append(("parentPostId", .number(parentID))) }
        if let isNotify { members.append(("isNotify", .bool(isNotify))) }
        return .object(members)
    }
}
