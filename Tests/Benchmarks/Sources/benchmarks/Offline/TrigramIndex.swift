import Foundation

/// SQLite's full-text index of parts of three letters, loaded at run time.
final class TrigramIndex {
    private typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    private typealias Prepare =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>, UnsafeRawPointer?
        ) -> Int32
    private typealias Bind = @convention(c) (OpaquePointer?, Int32, UnsafePointer<CChar>, Int32, Int) -> Int32
    private typealias OfStatement = @convention(c) (OpaquePointer?) -> Int32
    private typealias Column = @convention(c) (OpaquePointer?, Int32) -> Int32

    private let prepare: Prepare, bind: Bind, step: OfStatement, finalize: OfStatement, column: Column
    private var database: OpaquePointer?

    /// Indexes texts; `nil` if SQLite is not installed or has no trigrams.
    init?(_ texts: [String]) {
        let names = ["libsqlite3.so.0", "libsqlite3.so", "/usr/lib/libsqlite3.dylib"]
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { return nil }
        func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
            dlsym(handle, "sqlite3_" + name).map { unsafeBitCast($0, to: type) }
        }
        guard let open = function("open", Open.self), let prepare = function("prepare_v2", Prepare.self),
            let bind = function("bind_text", Bind.self), let step = function("step", OfStatement.self),
            let finalize = function("finalize", OfStatement.self), let column = function("column_int", Column.self)
        else { return nil }
        (self.prepare, self.bind, self.step, self.finalize, self.column) = (prepare, bind, step, finalize, column)
        guard open(":memory:", &database) == 0, run("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='trigram')", nil) != nil
        else { return nil }
        _ = run("BEGIN", nil)
        for text in texts { _ = run("INSERT INTO t VALUES (?)", text) }
        _ = run("COMMIT", nil)
    }

    /// How many texts match.
    func count(_ keyword: String) -> Int { run("SELECT count(*) FROM t WHERE t MATCH ?", "\"\(keyword)\"") ?? -1 }

    private func run(_ sql: String, _ text: String?) -> Int? {
        var statement: OpaquePointer?
        guard prepare(database, sql, -1, &statement, nil) == 0 else { return nil }
        defer { _ = finalize(statement) }
        // -1: SQLite copies the text.
        if let text, bind(statement, 1, text, -1, -1) != 0 { return nil }
        switch step(statement) {
        case 100: return Int(column(statement, 0))
        case 101: return 0
        default: return nil
        }
    }
}
