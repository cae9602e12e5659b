import Foundation
public import NoticeBoardHTTP

extension HTTPResponse {
    /// A response whose body is the JSON `text`.
    public static func json(_ text: String, status: HTTPStatus = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: [.contentType: "application/json; charset=utf-8"], body: Data(text.utf8))
    }
}
