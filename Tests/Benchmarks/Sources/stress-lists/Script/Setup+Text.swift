extension Setup {
    /// Creates a setup from its text, such as `fixed cursors page=2 rows=4`.
    init(_ text: String) throws {
        for word in text.split(separator: " ").map(String.init) { try read(word) }
    }

    private mutating func read(_ word: String) throws {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        guard let key = parts.first else { throw UsageError.unknown(word) }
        if parts.count == 2 {
            try read(key, value: parts[1])
        } else if let order = RowOrder(rawValue: key) {
            kind.order = order
        } else if let paging = Paging(rawValue: key) {
            kind.paging = paging
        } else {
            switch key {
            case "lazyEnd": service.endsWithEmptyPage = true
            case "short": service.hasUnevenPages = true
            case "device": service.servesStoredCopy = true
            case "gapsLast": fillsGapsInOrder = false
            default: throw UsageError.unknown(word)
            }
        }
    }

    private mutating func read(_ key: String, value: String) throws {
        func known<Value>(_ value: Value?) throws -> Value {
            guard let value else { throw UsageError.unknown(key) }
            return value
        }
        switch key {
        case "page": service.pageSize = max(1, try known(Int(value)))
        case "rows": service.rowCount = max(0, try known(Int(value)))
        case "total": service.total = try known(ServiceHabits.Total(rawValue: value))
        case "dies": service.cursorLoss = try known(ServiceHabits.CursorLoss(rawValue: value))
        case "age": service.cursorLifetime = try known(Int(value))
        case "refresh": refreshPages = try known(Int(value))
        case "prefetch": prefetchDistance = try known(Int(value))
        case "overlap": overlap = try known(Int(value))
        case "rounds": rounds = max(1, try known(Int(value)))
        default: throw UsageError.unknown(key)
        }
    }

    /// The text that creates the setup again.
    ///
    /// What is as usual is left out.
    var text: String {
        var words = ["\(kind.order)", "\(kind.paging)", "page=\(service.pageSize)", "rows=\(service.rowCount)"]
        words += ["refresh=\(refreshPages)", "prefetch=\(prefetchDistance)"]
        if overlap > 0 { words.append("overlap=\(overlap)") }
        if service.total != .exact { words.append("total=\(service.total)") }
        if service.endsWithEmptyPage { words.append("lazyEnd") }
        if service.cursorLoss != .never { words.append("dies=\(service.cursorLoss)") }
        if service.cursorLoss == .aged { words.append("age=\(service.cursorLifetime)") }
        if service.hasUnevenPages { words.append("short") }
        if service.servesStoredCopy { words.append("device") }
        if !fillsGapsInOrder { words.append("gapsLast") }
        if rounds != 4 { words.append("rounds=\(rounds)") }
        return words.joined(separator: " ")
    }
}
