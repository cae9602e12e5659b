import Foundation
import NoticeBoardBase

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    init(_ request: HTTPRequest) throws(NoticeBoardError) {
        guard let url = request.url else {
            throw NoticeBoardError(.invalidInput, "The address cannot be held by URL.", remedy: .fixInput("path"))
        }
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        // FoundationNetworking cuts time-outs to whole seconds, and one below a second fails at once.
        timeoutInterval = request.options.idleTimeout.rounded(.up)
        for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name.text) }
        switch request.body {
        case .data(let data)?: httpBody = data
        case nil: break
        }
    }
}
