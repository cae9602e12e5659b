import Foundation
import NoticeBoardBase

/// A download over as many requests as it takes, each for what is still missing.
struct ResumedDownload {
    let client: APIClient
    let endpoint: EndpointRequest
    let file: URL
    let part: KeptPart

    /// The bytes that are written to the file at once.
    private static let pieceSize = 256 << 10
    /// The bytes after which a kept part is noted again: at most as many are lost with the process.
    private static let noteInterval = 8 << 20

    /// A response that does not continue the part; the whole is requested again.
    private struct AnotherVersion: Error {}

    func response() async throws -> HTTPResponse {
        let identity = try client.identity(of: endpoint)
        let mayBeRepeated = try client.mayBeRepeated(endpoint)
        let time = client.configuration.time
        let due = endpoint.options.timeout.map { time.now() + $0 }
        var failures = 0
        while true {
            let start = try await written(identity)
            do {
                return try await request(identity, due)
            } catch is AnotherVersion {
                try await part.run { $0.discard() }
                failures += 1
                let attempts = max(client.configuration.retry.attempts, 2)
                // A GET has asked only for the rest so far; any other request may have been carried out.
                guard canContinue || mayBeRepeated, failures < attempts else { throw Self.contradiction }
            } catch let error as NoticeBoardError where Self.endsThePart(error) {
                try? await part.run { $0.discard() }
                throw error
            } catch let error as NoticeBoardError where Self.isOfNetwork(error) && mayBeRepeated {
                let hasProgress = try await written(identity) > start
                failures = hasProgress ? 0 : failures + 1
                let attempts = client.configuration.retry.attempts
                guard attempts > 1, failures < attempts, time.now() < due ?? .infinity else { throw error }
                try await time.sleep(wait(after: failures))
            }
        }
    }

    /// Whether a request for the rest means the rest: a range has a meaning only for a GET (RFC 9110, 14.2).
    private var canContinue: Bool { endpoint.method == .get }

    /// Returns the bytes that the next request can continue.
    private func written(_ identity: String) async throws -> Int {
        guard canContinue else { return 0 }
        return try await part.run { $0.note(for: identity)?.written ?? 0 }
    }

    private func wait(after failures: Int) -> Double {
        guard failures > 0 else { return 0 }
        let configuration = client.configuration
        return configuration.retry.wait(after: failures, retryAfter: nil, random: configuration.random()) ?? 0
    }

    /// Whether an error ended a body that another request may complete.
    private static func isOfNetwork(_ error: NoticeBoardError) -> Bool {
        error.code.isOfNetwork && error.status == nil
    }

    /// Whether nothing of the part may stay: it belongs to another account now, or is too large.
    private static func endsThePart(_ error: NoticeBoardError) -> Bool {
        error.code == .sessionOver || error.code == .responseTooLarge
    }

    private static let contradiction = NoticeBoardError(
        .unreadableResponse, "The server's parts of the file do not belong together.")

    /// Sends one request, and stores what arrives; returns the response if the file is complete.
    private func request(_ identity: String, _ due: Double?) async throws -> HTTPResponse {
        let note = canContinue ? try await part.run { $0.note(for: identity) } : nil
        var description = endpoint
        if let note {
            description.headers["Range"] = "bytes=\(note.written)-"
            description.headers["If-Range"] = note.validator
            description.validation = description.validation.or(416)
        }
        let left = due.map { max($0 - client.configuration.time.now(), 0.001) }
        description.options.timeout = left
        // The transport would count each request from 0.
        description.options.progress = nil
        let account = Locked<AccountCalls?>(nil)
        let response = try await client.open(description, bodyTimeout: left, for: account)
        var head = response.head
        let begin = try beginning(of: head, after: note)
        guard let begin else { return try await unstored(response) }
        if !begin.isComplete { try await store(response, begin, identity) }
        try await part.run { part in
            if let account = account.withLock({ $0 }) { try account.store { try part.put() } } else { try part.put() }
        }
        head.file = file
        return head
    }

    /// Where the body of a response begins in the file.
    private struct Beginning {
        /// The bytes before it.
        var offset = 0
        /// The size of the whole file; `nil` if the server does not know it.
        var length: Int?
        /// The version of the body; `nil` if it can't be continued.
        var validator: String?
        /// Whether the part is the whole file, so that no body follows.
        var isComplete = false
    }

    /// Returns where the body belongs; `nil` if the response has nothing for the file.
    private func beginning(of head: HTTPResponse, after note: KeptPart.Note?) throws -> Beginning? {
        let range = head.headers["Content-Range"].flatMap { ContentRange($0) }
        if head.status == 416, let note {
            guard range?.total == note.written else { throw AnotherVersion() }
            return Beginning(offset: note.written, isComplete: true)
        }
        if head.status == 206 {
            guard let note, let range, range.first == note.written, note.isVersion(of: head),
                note.length == nil || range.total == nil || note.length == range.total
            else { throw AnotherVersion() }
            return Beginning(offset: note.written, length: range.total ?? note.length, validator: note.validator)
        }
        guard head.status.isSuccess, head.status != 204 else { return nil }
        let isEncoded = head.headers[.contentEncoding].map { $0.asciiLowercased != "identity" } ?? false
        let length = head.headers[.contentLength].flatMap { Int($0) }
        // Of an encoded body, neither the length nor a part is that of the file.
        guard !isEncoded else { return Beginning() }
        return Beginning(length: length, validator: canContinue ? head.validator : nil)
    }

    /// Returns a response that does not change the file, with its body.
    private func unstored(_ response: HTTPStreamedResponse) async throws -> HTTPResponse {
        var whole = response.head
        let limit = endpoint.options.responseLimit ?? 32 << 20
        for try await piece in response.body {
            whole.body += piece
            guard whole.body.count <= limit else { throw HTTPResponse.tooLarge(limit) }
        }
        return whole
    }

    /// Writes the body behind what is there, and notes how far it came, also if the connection ends.
    private func store(_ response: HTTPStreamedResponse, _ begin: Beginning, _ identity: String) async throws {
        let limit = endpoint.options.fileLimit ?? .max
        let writer = try await part.run { part in
            // First of all: a kill in between must not leave a note that names bytes of another version.
            if begin.offset == 0 { try part.forget() }
            return try PartWriter(part, after: begin.offset)
        }
        var note = KeptPart.Note(
            request: identity, validator: begin.validator ?? "", length: begin.length, written: begin.offset)
        let isKept = begin.validator != nil
        var pending = Data()
        var size = begin.offset
        do {
            for try await piece in response.body {
                guard piece.count <= limit - size else { throw HTTPResponse.tooLarge(limit) }
                size += piece.count
                pending += piece
                endpoint.options.progress?.report(.init(received: size, toReceive: begin.length))
                guard pending.count >= Self.pieceSize else { continue }
                try await writer.append(pending)
                pending = Data()
                guard isKept, size - note.written >= Self.noteInterval else { continue }
                note.written = try await writer.note(note)
            }
            try await writer.append(pending)
            pending = Data()
            guard begin.length ?? size == size else {
                throw NoticeBoardError(.connectionLost, "The connection ended before the file was complete.")
            }
            try await writer.finish()
        } catch {
            guard isKept, (error as? NoticeBoardError).map(Self.endsThePart) != true else {
                try? await part.run { $0.discard() }
                throw error
            }
            // What arrived before the end. Without it, less is there to continue from.
            try? await writer.append(pending)
            _ = try? await writer.note(note)
            throw error
        }
    }
}

extension HTTPResponse {
    /// What names the version of the body, byte for byte: a strong `ETag`, or a `Last-Modified` that is a minute older than the
    /// response (RFC 9110, 8.8.2.2).
    fileprivate var validator: String? {
        if let tag = headers[.etag] { return tag.utf8.starts(with: "\"".utf8) ? tag : nil }
        guard let text = headers[.lastModified], let modified = HTTPDate.date(text),
            let now = headers["Date"].flatMap({ HTTPDate.date($0) }), now.timeIntervalSince(modified) >= 60
        else { return nil }
        return text
    }
}
