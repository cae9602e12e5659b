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
        timeoutInterval = (request.options.idleTimeout ?? HTTPRequest.Options.usualIdleTimeout).rounded(.up)
        for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name.text) }
        // FoundationNetworking calls a body without a type a form.
        if request.body != nil, request.headers[.contentType] == nil {
            setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        switch request.body {
        case .data(let data)?: httpBody = data
        case .file(let file)?: try Self.checkReadable(file)
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

    /// FoundationNetworking hangs over a file that it cannot read.
    private static func checkReadable(_ file: URL) throws(NoticeBoardError) {
        var isDirectory: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory)
        guard exists, !isDirectory.boolValue, FileManager.default.isReadableFile(atPath: file.path) else {
            throw NoticeBoardError(.fileUnavailable, "The body's file cannot be read.", remedy: .fixInput("file"))
        }
    }
}
