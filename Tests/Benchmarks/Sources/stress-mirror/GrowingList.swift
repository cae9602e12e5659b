import Foundation
import NoticeBoardBase
import NoticeBoardOffline
import NoticeBoardPaging

/// An item of the service.
struct Row: Codable, Identifiable, Equatable, Sendable {
    let id: Int
    let title: String
    let text: String

    init(_ id: Int) {
        self.id = id
        title = "글 \(id)"
        text = String(repeating: "\"\(id)\" ", count: id % 40 + 1)
    }
}

/// A list that is known from four numbers, so that two processes know the same one.
struct GrowingList: Sendable {
    var lowest: Int
    var highest: Int
    /// Which items were deleted.
    var seed: UInt64
    /// Cursors of an earlier epoch are refused.
    var epoch = 0

    /// The lists, by how the service positions their pages.
    static let names = ["offsets", "cursors", "numbers"]

    init(lowest: Int, highest: Int, seed: UInt64) {
        self.lowest = lowest
        self.highest = highest
        self.seed = seed
    }

    init(_ text: String) {
        let numbers = text.split(separator: ",").compactMap { Int($0) }
        self.init(lowest: numbers[0], highest: numbers[1], seed: UInt64(numbers[2]))
        epoch = numbers[3]
    }

    var text: String { "\(lowest),\(highest),\(seed),\(epoch)" }

    /// The items, newest first.
    var ids: [Int] { (lowest...highest).reversed().filter { (UInt64($0) &* 2_654_435_761 &+ seed) % 13 != 0 } }

    func mirror(in folder: URL) -> Mirror<Row> {
        var rules = MirrorRules<Row>(texts: ["title": { $0.title }, "text": { $0.text }])
        rules.mostItems = nil
        rules.pageSize = 10
        return Mirror(in: folder, rules: rules) { [self] name, position, limit in
            try page(of: name, at: position, limit)
        }
    }

    private func page(of name: String, at position: PagePosition?, _ limit: Int) throws -> Page<Row> {
        let all = ids
        let start = try start(of: name, at: position, limit, all)
        let rows = all.dropFirst(start).prefix(limit).map { Row($0) }
        let end = start + rows.count
        guard end < all.count, let last = rows.last else { return Page(items: rows, total: all.count) }
        let next: PagePosition
        switch name {
        case "cursors": next = .cursor("\(epoch):\(last.id)")
        case "numbers": next = .page(end / limit + 1)
        default: next = .offset(end)
        }
        return Page(items: rows, next: next, total: name == "offsets" ? all.count : nil)
    }

    private func start(of name: String, at position: PagePosition?, _ limit: Int, _ all: [Int]) throws -> Int {
        switch position {
        case nil: return 0
        case .offset(let offset)?: return offset
        case .page(let number)?: return (number - 1) * limit
        case .cursor(let cursor)?:
            let parts = cursor.split(separator: ":").compactMap { Int($0) }
            guard parts.count == 2, parts[0] == epoch else { throw NoticeBoardError(.inputRefused) }
            return all.firstIndex { $0 < parts[1] } ?? all.count
        }
    }
}
