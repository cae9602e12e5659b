import Foundation
import NoticeBoardBase

/// Collects the body of a call's response, in memory or in the call's file, up to the call's limit.
struct BodyCollector {
    /// The progress of the call.
    var progress = HTTPProgress.Update()
    private let request: HTTPRequest
    private var body = Data()
    private var sink: FileSink?
    /// The maximum size of the body, in bytes.
    private var limit: Int

    init(_ request: HTTPRequest) {
        self.request = request
        limit = request.responseLimit
        progress.toSend = request.body?.length
    }

    /// Begins the body of a response with `status`; `length` is its size if it is known and the body is not compressed.
    ///
    /// Creates no file if the call `isOver`. Never call it under a lock, since it opens the file.
    mutating func begin(_ status: HTTPStatus, length: Int?, unless isOver: () -> Bool) throws {
        let file = status.isSuccess ? request.destination : nil
        limit = file == nil ? request.responseLimit : request.fileLimit
        if let length {
            try check(length)
            progress.toReceive = length
            // A server's claim is trusted only as far as it costs little memory.
            body.reserveCapacity(min(length, 1 << 20))
        }
        if let file { sink = try FileSink(file, unless: isOver) }
    }

    /// Appends `data`, perhaps to the file: never call it under a lock.
    mutating func append(_ data: Data) throws { unsafe try data.withUnsafeBytes { unsafe try append($0) } }

    /// Copies `bytes` to the body, or writes them to the file: never call it under a lock.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
        try check(bytes.count)
        progress.received += bytes.count
        if sink == nil { unsafe body.append(contentsOf: bytes) } else { unsafe try sink?.append(bytes) }
    }

    /// Returns the response with `head` and the complete body.
    func response(_ head: HTTPResponse) throws -> HTTPResponse {
        try sink?.finish()
        var response = head
        response.body = body
        response.file = sink == nil ? nil : request.destination
        return response
    }

    /// Throws if the body would exceed the limit; a file may be larger than an integer counts.
    private func check(_ more: Int) throws {
        guard more <= limit - progress.received else { throw HTTPResponse.tooLarge(limit) }
    }
}
