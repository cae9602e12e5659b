/// JSON that the simulator writes by its own hand, keys in the order given.
indirect enum SimulatedJSON {
    case string(String)
    case number(Int)
    case bool(Bool)
    case array([SimulatedJSON])
    case object([(String, SimulatedJSON)])

    var text: String {
        switch self {
        case .string(let text): Self.quoted(text)
        case .number(let number): String(number)
        case .bool(let bool): bool ? "true" : "false"
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { Self.quoted($0) + ":" + $1.text }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension SimulatedBoard {
    var json: SimulatedJSON {
        .object([
            ("boardId", .number(id)), ("displayName", .string(name)), ("boardType", .string("normal")),
            ("isFavorite", .bool(false)),
            ("hasNewPost", .bool(posts.contains(where: \.isNew))), ("orderNo", .number(order)),
            ("capability", .object([("writable", .bool(true)), ("manageable", .bool(false))])),
        ])
    }
}

extension SimulatedPost {
    func json(on board: SimulatedBoard) -> SimulatedJSON {
        var members: [(String, SimulatedJSON)] = [
            ("postId", .number(id)), ("title", .string(title)), ("boardId", .number(board.id)),
            ("boardDisplayName", .string(board.name)),
            ("writer", .object([("displayName", .string(writerName)), ("emailAddress", .string(writerAddress))])),
            ("contents", .string(contents)), ("createdDateTime", .string(SimulatedDate.text(createdAt))),
            ("viewCount", .number(viewCount)),
            ("postType", .string(type)), ("isNewPost", .bool(isNew)), ("hasInlineImage", .bool(false)),
            ("commentsCount", .number(commentCount)), ("attachmentsCount", .number(attachmentCount)),
            ("isAnonymous", .bool(isAnonymous)),
            ("isOwner", .bool(false)), ("hasReply", .bool(hasReply)),
        ]
        if let parentID { members.append(("parentPostId", .number(parentID))) }
        return .object(members)
    }
}

/// Dates as the service writes them, found by walking the calendar year by year and month by month.
enum SimulatedDate {
    static func text(_ secondsSince1970: Int) -> String {
        var (days, rest) = (secondsSince1970 / 86_400, secondsSince1970 % 86_400)
        if rest < 0 { (days, rest) = (days - 1, rest + 86_400) }
        var year = 1970
        while days < 0 { (year, days) = (year - 1, days + length(ofYear: year - 1)) }
        while days >= length(ofYear: year) { (days, year) = (days - length(ofYear: year), year + 1) }
        var month = 0
        let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        while days >= lengths[month] { (days, month) = (days - lengths[month], month + 1) }
        let numbers = [month + 1, days + 1, rest / 3600, rest / 60 % 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(year)-\(numbers[0])-\(numbers[1])T\(numbers[2]):\(numbers[3]):\(numbers[4])Z"
    }

    private static func isLeap(_ year: Int) -> Bool { year % 400 == 0 || (year % 4 == 0 && year % 100 != 0) }
    private static func length(ofYear year: Int) -> Int { isLeap(year) ? 366 : 365 }
}
