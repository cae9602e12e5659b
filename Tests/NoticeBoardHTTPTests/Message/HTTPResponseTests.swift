import Foundation
import NoticeBoardHTTP
import Testing

@Suite("HTTPResponse: links", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HTTPResponseTests {
    @Test("Finds the next page in the Link header") func links() {
        let response = HTTPResponse(
            status: 200,
            headers: [
                "Link": "<https://host/a?page=1,2>; rel=\"prev\", </b?x=%3E>; title=\"a, b\"; rel=\"last NEXT\"",
                "link": "<c>; rel=first",
            ])
        #expect(response.link("next")?.relativeString == "/b?x=%3E")
        #expect(response.link("Next") == response.link("next"))
        #expect(response.link("prev")?.absoluteString == "https://host/a?page=1,2")
        #expect(response.link("first")?.relativeString == "c")
        #expect(response.link("up") == nil)
        #expect(HTTPResponse(status: 200).link("next") == nil)
    }
}
