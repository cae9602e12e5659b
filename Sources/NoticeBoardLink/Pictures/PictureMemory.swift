import Foundation

/// The pictures that were used last, in memory: at most so many bytes, none longer than so many seconds.
struct PictureMemory {
    private struct Entry {
        let path: String
        let data: Data
        let since: Double
        /// The one that was used just before this, and just after; 0 is no entry.
        var older = 0
        var newer = 0
    }

    private let limit: Int
    private let age: Double
    /// Entries by number; the first stands for none.
    private var entries: [Entry] = [Entry(path: "", data: Data(), since: 0)]
    private var numbers: [String: Int] = [:]
    private var free: [Int] = []
    private var (newest, oldest) = (0, 0)
    /// How many bytes they have together.
    private(set) var bytes = 0

    init(limit: Int, age: Double) { (self.limit, self.age) = (limit, age) }

    var count: Int { numbers.count }

    /// A picture that is here, which is used now.
    mutating func picture(_ path: String, now: Double) -> Data? {
        guard let number = numbers[path] else { return nil }
        guard now - entries[number].since <= age else {
            remove(number)
            return nil
        }
        if number != newest {
            unlink(number)
            link(number)
        }
        return entries[number].data
    }

    /// Keeps a picture, in place of the oldest ones where there is no room; one that would take half of the room is not kept.
    mutating func keep(_ data: Data, _ path: String, now: Double) {
        if let number = numbers[path] { remove(number) }
        guard data.count <= limit / 2 else { return }
        while bytes + data.count > limit, oldest != 0 { remove(oldest) }
        let entry = Entry(path: path, data: data, since: now)
        let number = free.popLast() ?? entries.count
        if number == entries.count { entries.append(entry) } else { entries[number] = entry }
        numbers[path] = number
        bytes += data.count
        link(number)
    }

    private mutating func remove(_ number: Int) {
        unlink(number)
        bytes -= entries[number].data.count
        numbers[entries[number].path] = nil
        entries[number] = entries[0]
        free.append(number)
    }

    private mutating func link(_ number: Int) {
        (entries[number].older, entries[number].newer) = (newest, 0)
        if newest == 0 { oldest = number } else { entries[newest].newer = number }
        newest = number
    }

    private mutating func unlink(_ number: Int) {
        let (older, newer) = (entries[number].older, entries[number].newer)
        if older == 0 { oldest = newer } else { entries[older].newer = newer }
        if newer == 0 { newest = older } else { entries[newer].older = older }
    }
}
