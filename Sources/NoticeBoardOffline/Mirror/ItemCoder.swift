import Foundation
import NoticeBoardBase
import NoticeBoardPaging

/// Converts items of a type to lines of a file and back.
struct ItemCoder<Item: Identifiable & Codable & Sendable>: Sendable where Item.ID: Codable & Sendable {
    let rules: MirrorRules<Item>

    func id(of item: Item) throws -> StoredID { try StoredID(item.id) }

    func line(of item: Item) throws -> [UInt8] {
        let texts = rules.fields.map { $0.text(item) }
        let packed = rules.packed(item, texts)
        let head = ItemLine.Head(id: try id(of: item), isPinned: rules.isPinned(item), version: rules.version)
        return try ItemLine.line(head, texts: texts, isPacked: packed != nil, item: StoredJSON.data(of: packed ?? item))
    }

    /// Decodes the item of a line; throws if the app's type cannot be read from it.
    func item(in line: ArraySlice<UInt8>) throws -> Item {
        let version = unsafe line.withUnsafeBytes { unsafe ItemLine.version(in: $0) }
        guard let parts = ItemLine.parts(of: line, wanting: { _ in false }) else { throw MirrorLine.unreadable }
        if version < rules.version { return try rules.upgrade(Data(parts.item), version) }
        guard version == rules.version else {
            throw NoticeBoardError(.storeTooNew, "A stored item of version \(version) cannot be read as \(Item.self).")
        }
        let item: Item
        do {
            item = try JSONDecoder().decode(Item.self, from: Data(parts.item))
        } catch {
            // The decoding error is dropped: it may quote private text.
            throw MirrorLine.unreadable
        }
        guard parts.isPacked else { return item }
        guard let texts = ItemLine.parts(of: line)?.texts else { throw MirrorLine.unreadable }
        return rules.unpacked(item, texts.compactMap(\.self))
    }

    /// Returns the wanted texts of a line, without decoding the item if possible.
    func texts(in line: ArraySlice<UInt8>, wanting isWanted: [Bool]) -> [String] {
        if let parts = ItemLine.parts(of: line, wanting: { isWanted.indices.contains($0) && isWanted[$0] }),
            parts.texts.count == isWanted.count
        {
            return parts.texts.compactMap(\.self)
        }
        // The line was written with other texts.
        guard let item = try? item(in: line) else { return [] }
        return zip(rules.fields, isWanted).filter(\.1).map { $0.0.text(item) }
    }
}

/// Items of a mirror's file, and the IDs of undecodable ones.
struct ReadItems<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    var items: [Item] = []
    var unreadable: [Item.ID] = []
}

extension MirrorFile {
    /// Reads items; missing ones are left out.
    func items<Item>(_ ids: [StoredID], _ coder: ItemCoder<Item>) async throws -> ReadItems<Item> {
        let lines = try await bytes(of: ids)
        var read = ReadItems<Item>()
        for id in ids {
            guard let line = lines[id] else { continue }
            if let item = try? coder.item(in: line[...]) {
                read.items.append(item)
            } else if let id: Item.ID = id.value() {
                read.unreadable.append(id)
            }
        }
        return read
    }
}

extension ItemCoder {
    /// Returns a page as a pass sees it.
    func listPage(of page: Page<Item>) throws -> ListPage {
        let ids = try page.items.map(id(of:))
        let leading = Set(ids.prefix(max(page.pinned, 0)))
        let pinned = zip(page.items, ids).filter { rules.isPinned($0.0) }.map(\.1)
        return ListPage(
            ids: ids, pinned: leading.union(pinned), leading: leading, skipped: page.skipped.count, next: page.next,
            total: page.total)
    }
}
