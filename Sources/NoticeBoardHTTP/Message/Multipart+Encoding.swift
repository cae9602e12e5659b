import Foundation
import NoticeBoardBase

extension Multipart {
    /// The value of the request's `Content-Type`.
    var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// The body, whose files are as they are now.
    func encoded() throws(NoticeBoardError) -> HTTPBody {
        var pieces: [HTTPBody.Piece] = []
        var text = ""
        for part in parts {
            text += "--\(boundary)\r\n" + (try part.head())
            pieces.append(.data(Data(text.utf8)))
            switch part.content {
            case .data(let data): pieces.append(.data(data))
            case .file(let url): pieces.append(.file(try FileSnapshot(url)))
            }
            text = "\r\n"
        }
        pieces.append(.data(Data((text + "--\(boundary)--\r\n").utf8)))
        return .pieces(pieces)
    }
}

extension Multipart.Part {
    /// The header lines of the part and the empty line after them.
    fileprivate func head() throws(NoticeBoardError) -> String {
        var head = "Content-Disposition: form-data; name=\"\(Self.quoted(name))\""
        if let fileName { head += "; filename=\"\(Self.quoted(fileName))\"" }
        if let contentType {
            try HTTPHeaders.Field(name: .contentType, value: contentType).checkValue()
            head += "\r\nContent-Type: \(contentType)"
        }
        return head + "\r\n\r\n"
    }

    /// What would end the quotes or the line is percent-encoded, as browsers do it, and so is a backslash, which some servers
    /// take for the beginning of an escape.
    private static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                PercentEncoding.appendEscaped(byte, to: &bytes)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
