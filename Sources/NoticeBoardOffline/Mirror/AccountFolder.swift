import Foundation
import NoticeBoardBase

/// The folder of an account's data.
enum AccountFolder {
    /// Returns the folder of an account, or of a service without accounts; the path does not contain the account's name.
    static func url(in folder: URL, name: String, account: String?) -> URL {
        let name = account.map { name.asFileName + "-" + HashedName.of($0) } ?? name.asFileName
        return folder.standardizedFileURL.appendingPathComponent(name, isDirectory: true)
    }
}
