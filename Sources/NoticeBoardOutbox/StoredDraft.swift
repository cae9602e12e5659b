import Foundation
import NoticeBoardBase

/// The file of a draft: two lines of JSON, the state of the draft and what was written.
///
///     {"format":2,"version":1,"id":…,"files":[…],"delivery":{…}}
///     {"title":"…","text":"…"}
///
/// The second line is the app's own type, so that an older version of it can be converted without the rest.
enum StoredDraft {
    private static let format = 2

    private struct Head: Codable {
        let format: Int
        /// The version of the app's type.
        let version: Int
        let id: String
        let files: [OutboxFile]
        let begun: Date
        let changed: Date
        let delivery: OutboxDelivery
    }

    private static let lineEnd = UInt8(ascii: "\n")

    static func data<Draft: OutboxDraft>(of item: OutboxItem<Draft>) throws -> Data {
        let head = Head(
            format: format, version: Draft.version, id: item.id, files: item.files, begun: item.begun, changed: item.changed,
            delivery: item.delivery)
        var data = try StoredJSON.data(of: head)
        data.append(lineEnd)
        data += try StoredJSON.data(of: item.draft)
        data.append(lineEnd)
        return data
    }

    /// Decodes a draft.
    ///
    /// Throws `storeDamaged` for a file that is not whole, and `storeTooNew` for one that this version of the app cannot read, but
    /// another one can.
    static func item<Draft: OutboxDraft>(in data: Data, id: String) throws(NoticeBoardError) -> OutboxItem<Draft> {
        guard data.last == lineEnd, let headEnd = data.firstIndex(of: lineEnd), headEnd < data.endIndex - 1,
            let head: Head = try StoredJSON.value(in: data[..<headEnd], newest: format, "A draft")
        else { throw damaged }
        guard head.id == id, head.files.allSatisfy({ isName($0.name, of: id) }) else { throw damaged }
        var item = OutboxItem<Draft>(
            id: id, draft: try draft(in: data[(headEnd + 1)...].dropLast(), version: head.version), files: head.files,
            begun: head.begun, changed: head.changed)
        item.delivery = head.delivery
        item.delivery.resumeAfterLaunch()
        return item
    }

    private static func draft<Draft: OutboxDraft>(in json: Data, version: Int) throws(NoticeBoardError) -> Draft {
        do {
            if version < Draft.version { return try Draft.upgraded(Data(json), from: version) }
            if version == Draft.version { return try JSONDecoder().decode(Draft.self, from: Data(json)) }
        } catch {
            // The decoding error is dropped: it may quote what was written.
        }
        throw NoticeBoardError(.storeTooNew, "A draft of version \(version) cannot be read as \(Draft.self).")
    }

    /// Whether a name is that of an attachment of a draft: a damaged file could name any other file on the disk.
    private static func isName(_ name: String, of id: String) -> Bool {
        name.utf8.starts(with: "\(id)-".utf8) && !name.utf8.contains(UInt8(ascii: "/"))
    }

    private static var damaged: NoticeBoardError { NoticeBoardError(.storeDamaged, "The file of a draft is damaged.") }
}
