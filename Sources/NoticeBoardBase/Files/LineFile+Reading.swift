import Foundation

extension LineFile {
    private static var chunkSize: Int { 1 << 20 }

    /// Reads what other processes wrote since the last call.
    ///
    /// Takes no lock.
    package mutating func read() throws {
        // A short read means that another process cut the file, so it is opened again.
        for _ in 0..<20 where try readOnce() { return }
        throw LineFileError.busy
    }

    /// Calls `body` with a function that reads ranges of the file as of the last ``read()``.
    ///
    /// Returns `nil` if another process replaced or removed that file; ``read()`` then finds the new ranges.
    package func withBytes<Value>(_ body: ((Range<Int>) throws -> [UInt8]) throws -> Value) throws -> Value? {
        guard let lastRead, lastRead.exists, let (file, status) = try openFile(.read) else { return nil }
        defer { files.close(file) }
        let id = LineFileHead.id(in: try files.read(file, LineFileHead.idRange.upperBound, at: 0))
        // Without a readable first line, only the size can identify the file.
        guard lastRead.id.isEmpty ? status.size == lastRead.size : id == lastRead.id && status.size >= lastRead.end else {
            return nil
        }
        return try body { try files.read(file, $0.count, at: $0.lowerBound) }
    }

    private mutating func readOnce() throws -> Bool {
        guard let (file, status) = try openFile(.read) else {
            if lastRead?.exists != false { lastRead = Snapshot() }
            return true
        }
        defer { files.close(file) }
        let id = LineFileHead.id(in: try files.read(file, LineFileHead.idRange.upperBound, at: 0))
        var next = Snapshot()
        if let lastRead, !lastRead.id.isEmpty, lastRead.id == id, id != LineFileHead.mark, status.size >= lastRead.end {
            next = lastRead
        }
        // Releases the second reference, so that the content is changed in place.
        lastRead = nil
        next.id = id
        next.exists = true
        next.size = status.size
        next.isExposed = !status.isPrivate || status.isShared
        guard try read(file, &next) else { return false }
        lastRead = next
        return true
    }

    /// Reads the lines after `next.end`; returns `false` if the file became shorter.
    private func read(_ file: Int32, _ next: inout Snapshot) throws -> Bool {
        guard next.end < next.size else { return true }
        let end = min(next.size, maximumSize)
        var scanner = LineScanner(from: next.end)
        var offset = next.end
        while offset < end, !scanner.hasGivenUp {
            let chunk = try files.read(file, min(Self.chunkSize, end - offset), at: offset)
            guard !chunk.isEmpty else { return false }
            offset += chunk.count
            try scanner.add(chunk) { try next.take($0, at: $1) }
        }
        // A first line without an end is damage, not an unfinished append: a file is created as a whole.
        if scanner.hasGivenUp || next.size > maximumSize || scanner.offset == 0 { scanner.giveUp(at: next.size) }
        if next.headerEnd == 0 { next.id = [] }
        next.end = scanner.offset
        next.damage += scanner.damage
        next.content.finishReading()
        return true
    }

    /// Opens the file; `nil` if it does not exist.
    func openFile(_ access: FileAccess) throws -> (file: Int32, status: FileStatus)? {
        let file: Int32
        do {
            file = try access == .read ? files.openToRead(path, "The file") : files.open(path, access)
        } catch let fault as SystemFault {
            // Another process may create the file now.
            guard fault.code != ENOENT, let found = try files.status(at: path) else { return nil }
            throw found.kind == .file ? fault : LineFileError.notAFile(found.kind)
        }
        do {
            let status = try files.status(of: file)
            guard status.kind == .file else { throw LineFileError.notAFile(status.kind) }
            return (file, status)
        } catch {
            files.close(file)
            throw error
        }
    }
}

extension LineFile.Snapshot {
    /// Adds a line to the content; returns `false` if the line is unreadable, and throws if a newer version wrote the file.
    fileprivate mutating func take(_ line: Data, at offset: Int) throws(LineFileError) -> Bool {
        do {
            if offset > 0 {
                try content.read(line, at: offset)
            } else {
                let version = try LineFileHead.version(of: line)
                guard version <= Content.version else { throw LineFileError.tooNew(version) }
                try content.read(try LineFileHead.header(of: line))
                headerEnd = line.count + 1
            }
            return true
        } catch let error as LineFileError {
            throw error
        } catch {
            return false
        }
    }
}
