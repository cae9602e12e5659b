import ExampleSupport
import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging

/// An item of which only what an exam compares is known.
struct ListedItem: Identifiable, Sendable {
    let id: String
    let rank: Double?
}

/// The names of a service's fields and query items.
struct PageNames: Sendable {
    let items: [String]?
    let id: String
    let rank: String
    let total: [String]
    let next: [String]?
    let cursor: String
    let page: String?
    let offset: String
    let limit: String

    init(_ arguments: Arguments) {
        let path = { (option: String) in arguments.text(option)?.split(separator: ".").map(String.init) }
        items = path("--items")
        id = arguments.text("--id") ?? "id"
        rank = arguments.text("--rank") ?? "createdAt"
        total = path("--total") ?? ["total"]
        next = path("--next")
        cursor = arguments.text("--cursor") ?? "cursor"
        page = arguments.text("--page")
        offset = arguments.text("--offset") ?? "offset"
        limit = arguments.text("--limit") ?? "limit"
    }
}

/// Any JSON value.
enum JSONValue: Decodable, Sendable {
    case object([String: JSONValue])
    case list([JSONValue])
    case number(Double)
    case text(String)
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let fields = try? container.decode([String: JSONValue].self) {
            self = .object(fields)
        } else if let elements = try? container.decode([JSONValue].self) {
            self = .list(elements)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .other
        }
    }

    subscript(path: [String]) -> JSONValue? {
        guard let first = path.first else { return self }
        guard case .object(let fields) = self else { return nil }
        return fields[first]?[Array(path.dropFirst())]
    }

    var elements: [JSONValue]? { if case .list(let elements) = self { elements } else { nil } }

    /// A text or a whole number.
    var name: String? {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .object, .list, .other: nil
        }
    }

    /// A number, or the seconds of a date.
    var rank: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): RFC3339.date(text)?.timeIntervalSince1970 ?? Double(text)
        case .object, .list, .other: nil
        }
    }

    /// The first list of objects in the value.
    var firstList: [JSONValue]? {
        switch self {
        case .list(let elements): return elements
        case .object(let fields):
            for name in fields.keys.sorted() { if let list = fields[name]?.elements { return list } }
            for name in fields.keys.sorted() { if let list = fields[name]?.firstList { return list } }
            return nil
        case .number, .text, .other: return nil
        }
    }
}

/// The list of a JSON service, page by page.
final class JSONList: Sendable {
    private let client: APIClient
    private let path: String
    private let query: [(String, String)]
    private let names: PageNames
    private let ranked = Flags()

    init(_ url: URL, _ names: PageNames, token: String?) throws {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            throw Failure(.usage, "\(url) is no address.")
        }
        query = (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        path = parts.path.hasPrefix("/") ? String(parts.path.dropFirst()) : parts.path
        parts.path = ""
        parts.query = nil
        guard let base = parts.url else { throw Failure(.usage, "\(url) is no address.") }
        var configuration = APIClient.Configuration(baseURL: base, token: token.map { .bearer($0) })
        configuration.retry = .never
        client = APIClient(configuration)
        self.names = names
    }

    /// Whether all items had a number or a date to sort by.
    var hasRanks: Bool { ranked.all }

    func page(at position: PagePosition?, limit: Int) async throws -> Page<ListedItem> {
        var items = query
        items.append((names.limit, "\(limit)"))
        switch position {
        case .cursor(let cursor)?: items.append((names.cursor, cursor))
        case .page(let number)?: items.append((names.page ?? "page", "\(number)"))
        case .offset(let offset)?: items.append((names.offset, "\(offset)"))
        case nil: break
        }
        let request = EndpointRequest.get("\(segments: path)", query: Query(items.map { .init(name: $0.0, value: $0.1) }))
        let answer = try await client.value(JSONValue.self, for: request)
        guard let elements = names.items.map({ answer[$0]?.elements }) ?? answer.firstList else {
            throw NoticeBoardError(.unreadableResponse, "The answer has no list of items; name it by --items.")
        }
        return page(of: elements, in: answer, after: position)
    }

    private func page(of elements: [JSONValue], in answer: JSONValue, after position: PagePosition?) -> Page<ListedItem> {
        var items: [ListedItem] = []
        var skipped: [SkippedElement] = []
        for (index, element) in elements.enumerated() {
            guard let id = element[[names.id]]?.name else {
                skipped.append(SkippedElement(index: index, path: names.id, reason: "missing"))
                continue
            }
            let rank = element[[names.rank]]?.rank
            ranked.add(rank != nil)
            items.append(ListedItem(id: id, rank: rank))
        }
        let total = answer[names.total]?.rank.flatMap { Int(exactly: $0) }
        return Page(items: items, next: next(after: position, elements.count, answer), total: total, skipped: skipped)
    }

    private func next(after position: PagePosition?, _ count: Int, _ answer: JSONValue) -> PagePosition? {
        if let path = names.next { return answer[path]?.name.map { .cursor($0) } }
        guard count > 0 else { return nil }
        if names.page != nil { return .page((position?.page ?? 1) + 1) }
        let offset = if case .offset(let offset)? = position { offset } else { 0 }
        return .offset(offset + count)
    }
}

/// Whether all of several facts are true.
private final class Flags: @unchecked Sendable {
    // The lock guards both numbers, so that any task may use them.
    private let lock = NSLock()
    private var count = 0
    private var trueCount = 0

    var all: Bool {
        lock.lock()
        defer { lock.unlock() }
        return count > 0 && count == trueCount
    }

    func add(_ isTrue: Bool) {
        lock.lock()
        count += 1
        trueCount += isTrue ? 1 : 0
        lock.unlock()
    }
}
