import Foundation

extension String {
    /// The text decoded as UTF-8, if possible: systems decode header bytes as Latin-1, but servers send UTF-8.
    var readFromHeader: String {
        guard unicodeScalars.contains(where: { $0.value > 0x7F }), unicodeScalars.allSatisfy({ $0.value < 0x100 }) else {
            return self
        }
        return String(bytes: unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, encoding: .utf8) ?? self
    }
}
