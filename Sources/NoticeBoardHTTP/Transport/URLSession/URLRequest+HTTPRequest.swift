import Foundation
import NoticeBoardBase

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    init(_ request: HTTPRequest) throws(NoticeBoardError) {
        guard let url = request.url else {
            throw NoticeBoardError(.invalidInput, "The address cannot be held by URL.", remedy: .fixInput(.path))
        }
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        timeoutInterval = request.idleTimeout
        for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name.text) }
        // FoundationNetworking calls a body without a type a form.
        if request.body != nil, request.headers[.contentType] == nil {
            setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        switch request.body {
        case .data(let data)?: httpBody = data
        // FoundationNetworking hangs over a file that it cannot read, and sends nothing of a pipe.
        case .file(let file)?: _ = try FileSnapshot(file)
        case .pieces(let pieces)?: setLength(HTTPBody.length(of: pieces))
        case nil: break
        }
    }

    /// Says how long a streamed body is, which neither system does by itself.
    private mutating func setLength(_ length: Int) {
        setValue(String(length), forHTTPHeaderField: "Content-Length")
        #if canImport(FoundationNetworking)
            // libcurl would send chunks as well as the length, which no server may accept. It does not where the header is
            // set already, and leaves one out that is blank; FoundationNetworking lets nothing but a space through for that.
            setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        #endif
    }
}
