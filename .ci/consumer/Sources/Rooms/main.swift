import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging
import NoticeBoardSearch

/// An app with its own service: it uses the lower modules without the board service.
enum LibraryAPI: Endpoint {
    case books(shelf: Int, offset: Int)

    var request: EndpointRequest {
        switch self {
        case .books(let shelf, let offset): .get("shelves/\(shelf)/books", query: ["offset": offset])
        }
    }
}

struct Book: Decodable, Sendable, Identifiable {
    let id: Int
    let title: String
}

/// The app's own way to its server.
struct Shelf: HTTPTransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.target.hasSuffix("/shelves/3/books?offset=0") else {
            return HTTPResponse(status: 404, headers: [:], body: Data())
        }
        return HTTPResponse(status: 200, headers: [:], body: Data(#"[{"id": 1, "title": "Hello, world"}]"#.utf8))
    }
}

let client = APIClient(
    APIClient.Configuration(baseURL: URL(string: "https://books.example") ?? URL(fileURLWithPath: "/")), transport: Shelf())
let books = try await client.value([Book].self, for: LibraryAPI.books(shelf: 3, offset: 0))
let page = Page(items: books, next: .offset(books.count), total: 2)
for book in page.items {
    let hits = Highlighter("hello").ranges(in: book.title)
    print("Rooms:", hits.map { String(book.title[$0]) }, page.next == .offset(1), SearchTarget.title.rawValue)
}
// The compiler must not crash on an optimized loop at the top level.
let shelf = Paginator<Book> { _ in
    Page(items: try await client.value([Book].self, for: LibraryAPI.books(shelf: 3, offset: 0)))
}
for try await book in shelf { print("Rooms:", book.title) }
do {
    _ = try await client.value([Book].self, for: LibraryAPI.books(shelf: 4, offset: 0))
} catch let error as NoticeBoardError {
    print("Rooms:", error.code, error.status ?? 0)
}
