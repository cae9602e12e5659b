import Foundation
public import NoticeBoardHTTP

extension HTTPResponse {
    /// Creates a response with a JSON body.
    public static func json(_ text: String, status: HTTPStatus = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
        var all: HTTPHeaders = [.contentType: "application/json; charset=utf-8"]
        all.merge(headers)
        return HTTPResponse(status: status, headers: all, body: Data(text.utf8))
    }
}
