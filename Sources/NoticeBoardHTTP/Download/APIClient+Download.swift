public import Foundation
import NoticeBoardBase

extension APIClient {
    /// Downloads the response of `endpoint` to `file`, replacing an existing file at the end.
    ///
    /// The returned response has everything but the body. Data arrive in a hidden file beside `file`, which replaces it once the
    /// response is valid and the same account is still signed in; a failed call leaves `file` as it was. So does a response that
    /// is accepted without being a success, such as a 304: it has its body and no ``HTTPResponse/file``. A 204, which has no
    /// content, leaves the file as it was, too.
    ///
    /// ``HTTPRequest/Options/fileLimit`` is the file's maximum size. Bodies in memory, such as an error response's, are limited
    /// as those of other calls.
    @discardableResult
    public func download(_ endpoint: some Endpoint, to file: URL) async throws -> HTTPResponse {
        var description = endpoint.request
        // A truncated compressed body looks like a complete one.
        if description.headers["Accept-Encoding"] == nil { description.headers["Accept-Encoding"] = "identity" }
        return try await call(description) { description, context in
            if file.isFileURL { PartFile.sweepOnce(file.deletingLastPathComponent()) }
            let part = try PartFile(for: file)
            var response = try await validResponse(to: description, context, destination: part.url)
            guard response.status.isSuccess, response.status != 204 else {
                response.file = nil
                return response
            }
            // A transport without file support returns the body in memory.
            if response.file == nil {
                try FileSink.keep(response.body, in: part.url)
                response.body = Data()
            }
            if let account = context.account { try account.store { try part.put() } } else { try part.put() }
            response.file = file
            return response
        }
    }

    /// Downloads like ``download(_:to:)``, and goes on where a lost connection, a failed call or an ended launch broke off.
    ///
    /// What has arrived stays in a hidden file beside `file`. The next request asks for the rest, if the server has named the version
    /// of the body (`ETag` or `Last-Modified`); a server that has another version, or knows no parts, sends the whole again. The file
    /// is complete or the call fails. After a lost connection the rest is requested at once, as often as the last request has
    /// brought bytes, and otherwise as the client's retry policy says; only a GET asks for the rest, and a POST is sent again only if
    /// it may be repeated.
    ///
    /// Two downloads to one file at the same time share no part: the second one begins anew. Choose a folder that is erased with the
    /// account, as the part of a download that failed stays there for a week, and not one that an app shares with its extensions: iOS
    /// ends an app that it suspends while it holds a lock there. The transport must stream, as ``SystemTransport`` does.
    @discardableResult
    public func download(_ endpoint: some Endpoint, resuming file: URL) async throws -> HTTPResponse {
        if file.isFileURL { PartFile.sweepOnce(file.deletingLastPathComponent()) }
        guard let part = try await KeptPart.take(for: file) else { return try await download(endpoint, to: file) }
        return try await ResumedDownload(client: self, endpoint: endpoint.request, file: file, part: part).response()
    }
}
