import Foundation
import NoticeBoardBase

extension LinkDraft: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, target, form, files, status, turn
        case idsBefore = "known"
        case isTakenBack, isWantedAgain, searchesLeft, filesOnTheWay
    }

    /// Decodes a stored draft.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            target: try container.decode(LinkDraftTarget.self, forKey: .target))
        form = try container.decode(LinkDraftForm.self, forKey: .form)
        files = try container.decode([File].self, forKey: .files)
        status = try container.decode(Status.self, forKey: .status)
        turn = try container.decode(Int.self, forKey: .turn)
        idsBefore = try container.decodeIfPresent([String].self, forKey: .idsBefore)
        if try container.decode(Bool.self, forKey: .isTakenBack) { afterSearch = .edit }
        if try container.decodeIfPresent(Bool.self, forKey: .isWantedAgain) == true { afterSearch = .sendAgain }
        searchesLeft = try container.decodeIfPresent(Int.self, forKey: .searchesLeft) ?? 0
        filesOnTheWay = try container.decodeIfPresent(Int.self, forKey: .filesOnTheWay) ?? 0
    }

    /// Encodes the draft; what is rarely set is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(target, forKey: .target)
        try container.encode(form, forKey: .form)
        try container.encode(files, forKey: .files)
        try container.encode(status, forKey: .status)
        try container.encode(turn, forKey: .turn)
        try container.encodeIfPresent(idsBefore, forKey: .idsBefore)
        try container.encode(afterSearch == .edit, forKey: .isTakenBack)
        if afterSearch == .sendAgain { try container.encode(true, forKey: .isWantedAgain) }
        if searchesLeft > 0 { try container.encode(searchesLeft, forKey: .searchesLeft) }
        if filesOnTheWay > 0 { try container.encode(filesOnTheWay, forKey: .filesOnTheWay) }
    }
}

extension LinkDraft {
    /// The draft as a later launch needs it: files that are being prepared only matter to one that waits for them.
    var asStored: LinkDraft {
        guard filesOnTheWay > 0, !isQueued else { return self }
        var draft = self
        draft.filesOnTheWay = 0
        return draft
    }
}

/// The file format of a draft: `{"format": 1, "draft": {…}}`.
struct StoredDraft: Codable {
    private var format = 1
    private let draft: LinkDraft

    static func data(of draft: LinkDraft) throws -> Data { try StoredJSON.data(of: StoredDraft(draft: draft)) }

    /// Decodes a draft; throws `storeTooNew` or `storeDamaged`.
    static func draft(in data: Data, id: String) throws(NoticeBoardError) -> LinkDraft {
        // A damaged file could name any other file on the disk.
        let isOwn = { (name: String.UTF8View) in name.starts(with: "\(id)-".utf8) && !name.contains(UInt8(ascii: "/")) }
        guard var draft = try StoredJSON.value(StoredDraft.self, in: data, newest: 1, "A draft")?.draft,
            draft.id == id, draft.files.allSatisfy({ isOwn($0.name.utf8) })
        else { throw NoticeBoardError(.storeDamaged, "The file of a draft is damaged.") }
        // Stored numbers are untrusted input: the next turn must not overflow, and the searches must end.
        draft.turn = min(max(draft.turn, 0), 1 << 30)
        draft.searchesLeft = min(max(draft.searchesLeft, 0), LinkDraft.searchesOfFailingService)
        draft.resumeAfterLaunch()
        return draft
    }
}
