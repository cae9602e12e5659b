import Foundation

/// The system's SQLite, loaded at run time: the library must not depend on it, and not every machine has it.
final class SQLite {
    private typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    private typealias Close = @convention(c) (OpaquePointer?) -> Int32
    private typealias Execute =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?
        ) -> Int32
    private typealias Prepare =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>, UnsafeRawPointer?
        ) -> Int32
    private typealias BindText = @convention(c) (OpaquePointer?, Int32, UnsafePointer<CChar>, Int32, Int) -> Int32
    private typealias BindDouble = @convention(c) (OpaquePointer?, Int32, Double) -> Int32
    private typealias OfStatement = @convention(c) (OpaquePointer?) -> Int32
    private typealias ColumnText = @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<UInt8>?
    private typealias ColumnDouble = @convention(c) (OpaquePointer?, Int32) -> Double
    private typealias Version = @convention(c) () -> UnsafePointer<CChar>?

    /// The library's functions, or nil where it is not installed.
    private struct Library {
        let open: Open, close: Close, execute: Execute, prepare: Prepare, bindText: BindText, bindDouble: BindDouble
        let step: OfStatement, reset: OfStatement, finalize: OfStatement
        let columnText: ColumnText, columnDouble: ColumnDouble, version: String

        init?() {
            let names = ["libsqlite3.so.0", "libsqlite3.so", "/usr/lib/libsqlite3.dylib"]
            guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { return nil }
            func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
                dlsym(handle, "sqlite3_" + name).map { unsafeBitCast($0, to: type) }
            }
            guard let open = function("open", Open.self), let close = function("close", Close.self),
                let execute = function("exec", Execute.self), let prepare = function("prepare_v2", Prepare.self),
                let bindText = function("bind_text", BindText.self), let bindDouble = function("bind_double", BindDouble.self),
                let step = function("step", OfStatement.self), let reset = function("reset", OfStatement.self),
                let finalize = function("finalize", OfStatement.self),
                let columnText = function("column_text", ColumnText.self),
                let columnDouble = function("column_double", ColumnDouble.self),
                let version = function("libversion", Version.self)
            else { return nil }
            (self.open, self.close, self.execute, self.prepare) = (open, close, execute, prepare)
            (self.bindText, self.bindDouble, self.step, self.reset) = (bindText, bindDouble, step, reset)
            (self.finalize, self.columnText, self.columnDouble) = (finalize, columnText, columnDouble)
            self.version = version().map { String(cString: $0) } ?? "?"
        }
    }

    /// SQLite's version, or nil where it is not installed.
    static var version: String? { Library()?.version }

    private let library: Library
    private var database: OpaquePointer?
    private var save: OpaquePointer?
    private var list: OpaquePointer?
    private var delete: OpaquePointer?

    /// A history as an app would keep it: a key over target and keyword, an index by date, statements prepared once.
    init?(path: String, synchronous: String) {
        guard let library = Library(), library.open(path, &database) == 0 else { return nil }
        self.library = library
        run("PRAGMA journal_mode=WAL; PRAGMA synchronous=\(synchronous);")
        run("CREATE TABLE IF NOT EXISTS h(target TEXT, keyword TEXT, date REAL, count INTEGER, PRIMARY KEY(target, keyword))")
        run("CREATE INDEX IF NOT EXISTS byDate ON h(date)")
        save = prepare(
            "INSERT INTO h VALUES(?1, ?2, ?3, 1) ON CONFLICT(target, keyword) DO UPDATE SET date=?3, count=count+1")
        list = prepare("SELECT target, keyword, date, count FROM h ORDER BY date DESC LIMIT 20")
        delete = prepare("DELETE FROM h WHERE target=?1 AND keyword=?2")
    }

    deinit {
        for statement in [save, list, delete] { _ = library.finalize(statement) }
        _ = library.close(database)
    }

    func run(_ text: String) { _ = library.execute(database, text, nil, nil, nil) }

    private func prepare(_ text: String) -> OpaquePointer? {
        var statement: OpaquePointer?
        _ = library.prepare(database, text, -1, &statement, nil)
        return statement
    }

    /// -1: SQLite copies the text before the call returns.
    private func bind(_ statement: OpaquePointer?, _ number: Int32, _ text: String) {
        _ = library.bindText(statement, number, text, -1, -1)
    }

    func save(_ keyword: String, at seconds: Double) {
        bind(save, 1, "all")
        bind(save, 2, keyword)
        _ = library.bindDouble(save, 3, seconds)
        _ = library.step(save)
        _ = library.reset(save)
    }

    func delete(_ keyword: String) {
        bind(delete, 1, "all")
        bind(delete, 2, keyword)
        _ = library.step(delete)
        _ = library.reset(delete)
    }

    /// The newest 20, made into the same values as the library's.
    func recent() -> [(target: String, keyword: String, date: Date)] {
        var found: [(target: String, keyword: String, date: Date)] = []
        while library.step(list) == 100 {
            let texts = (0..<2).map { library.columnText(list, $0).map { String(cString: $0) } ?? "" }
            found.append((texts[0], texts[1], Date(timeIntervalSinceReferenceDate: library.columnDouble(list, 2))))
        }
        _ = library.reset(list)
        return found
    }
}
