import Foundation

extension LineFile {
    private static var maximumDamagedSize: Int { 1 << 20 }

    /// Appends whole lines, and adds them to the content.
    mutating func append(_ lines: [UInt8]) throws {
        guard var next = lastRead, next.end + lines.count <= maximumSize else { throw SystemFault(.write, EFBIG) }
        lastRead = nil
        guard let (file, _) = try openFile(.readWrite) else { throw SystemFault(.open, ENOENT) }
        defer { files.close(file) }
        var written = 0
        do {
            try files.writeAll(lines, to: file, at: next.end) { written += $0 }
            try files.sync(file, .ordered)
        } catch {
            if written > 0 { try undo(file, next.end) }
            throw error
        }
        var scanner = LineScanner(from: next.end)
        scanner.add(lines) { line, offset in (try? next.content.read(line, at: offset)) != nil }
        next.content.finishReading()
        (next.end, next.size) = (next.end + lines.count, next.end + lines.count)
        lastRead = next
    }

    /// Truncates the file to `end` after a failed append.
    ///
    /// Overwrites the identifier first. Otherwise a process that has read the longer file could not tell that later lines are new.
    private func undo(_ file: Int32, _ end: Int) throws {
        do throws(SystemFault) {
            try files.writeAll(LineFileHead.mark, to: file, at: LineFileHead.idRange.lowerBound)
            try files.truncate(file, to: end)
            try files.sync(file, .ordered)
        } catch {
            throw LineFileError.outcomeUnknown(error)
        }
    }

    /// Replaces the file with one that holds only `content`.
    ///
    /// The file does not change before the rename. The copy of damaged lines does: a deletion removes it first, any other rewrite
    /// extends it.
    mutating func rewrite(_ content: Content, isDeleting: Bool) throws {
        let depth: SyncDepth = isDeleting ? .full : .ordered
        // Opened before the rename: if that fails, the file has not changed.
        let folder = try files.open(folder, .folder)
        defer { files.close(folder) }
        let old = try openFile(.read)
        defer { if let old { files.close(old.file) } }
        var next = Snapshot()
        do {
            next = try writeTemporary(content, old: old?.file, depth)
            if isDeleting { try files.remove(damagedPath) } else if let old { try keepDamage(old.file) }
            try files.rename(temporary, to: path)
        } catch {
            try? files.remove(temporary)
            throw error
        }
        lastRead = nil
        do throws(SystemFault) { try files.sync(folder, depth) } catch { throw LineFileError.outcomeUnknown(error) }
        lastRead = next
    }

    private func writeTemporary(_ content: Content, old: Int32?, _ depth: SyncDepth) throws -> Snapshot {
        var next = Snapshot()
        next.content = content
        next.id = LineFileHead.newID()
        next.exists = true
        let file = try files.open(temporary, .createNew)
        defer { files.close(file) }
        var buffer = [UInt8]()
        var start = 0
        func flush() throws {
            try files.writeAll(buffer, to: file, at: start)
            start += buffer.count
            buffer.removeAll(keepingCapacity: true)
        }
        func add(_ line: [UInt8]) throws -> Int {
            let offset = start + buffer.count
            guard offset + line.count < maximumSize else { throw SystemFault(.write, EFBIG) }
            buffer += line
            buffer.append(UInt8(ascii: "\n"))
            if buffer.count > 65_536 { try flush() }
            return offset
        }
        _ = try add(try LineFileHead.line(next.id, Content.version, content.header))
        // A long header is written at once and leaves the buffer empty.
        next.headerEnd = start + buffer.count
        try next.content.write(add) { range in
            guard let old else { return [] }
            return try files.read(old, range.count, at: range.lowerBound)
        }
        try flush()
        try files.sync(file, depth)
        next.end = start
        next.size = start
        return next
    }

    /// Copies the unreadable lines to the `.damaged` file, up to its maximum size.
    private func keepDamage(_ old: Int32) throws {
        guard let damage = lastRead?.damage, !damage.isEmpty else { return }
        let file = try files.open(damagedPath, .create)
        defer { files.close(file) }
        var offset = try files.status(of: file).size
        for range in damage {
            let count = min(range.count, Self.maximumDamagedSize - offset)
            guard count > 0 else { break }
            let bytes = try files.read(old, count, at: range.lowerBound)
            try files.writeAll(bytes, to: file, at: offset)
            offset += bytes.count
        }
        try files.sync(file, .ordered)
    }

    /// Removes every line, even from a file that a newer version wrote.
    ///
    /// `rest` returns the content whose header is kept, or `nil` to remove the file. Needs no disk space. Waits for other
    /// processes as ``change(until:_:)`` does.
    package mutating func erase(until deadline: Double, keeping rest: (Content) -> Content?) throws {
        if try !hasFiles() { return lastRead = Snapshot() }
        let lock = try takeLock(until: deadline)
        defer { files.releaseLock(lock) }
        for path in [temporary, damagedPath] { try files.remove(path) }
        var kept: Content?
        do {
            try read()
            kept = lastRead.flatMap { rest($0.content) }
        } catch LineFileError.tooNew {}
        let headerEnd = kept == nil ? 0 : lastRead?.headerEnd ?? 0
        lastRead = nil
        guard let (file, _) = try openFile(.readWrite) else { return lastRead = Snapshot() }
        defer { files.close(file) }
        if headerEnd > 0 { try files.writeAll(LineFileHead.mark, to: file, at: LineFileHead.idRange.lowerBound) }
        try files.truncate(file, to: headerEnd)
        // Every line is gone now. If a later call fails, the header may be the old one.
        do {
            try files.sync(file, .full)
            if let kept {
                do { try rewrite(kept, isDeleting: true) } catch { try overwriteHeader(file, headerEnd, kept) }
            } else {
                try files.remove(path)
                try files.syncDirectory(folder, .full)
                lastRead = Snapshot()
            }
        } catch let fault as SystemFault {
            throw LineFileError.outcomeUnknown(fault)
        }
    }

    /// Overwrites the header in place, padded with spaces, if there is no room for a second file.
    private mutating func overwriteHeader(_ file: Int32, _ headerEnd: Int, _ content: Content) throws {
        let line = try LineFileHead.line(LineFileHead.newID(), Content.version, content.header)
        let padding = [UInt8](repeating: UInt8(ascii: " "), count: max(0, headerEnd - 1 - line.count))
        try files.writeAll(line.dropLast() + padding + Array("}\n".utf8), to: file, at: 0)
        try files.sync(file, .full)
        lastRead = nil
    }
}
