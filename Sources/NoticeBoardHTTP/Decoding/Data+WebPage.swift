package import Foundation

extension Data {
    /// Whether it is a web page, which firewalls, captive portals and proxies send instead of an API's response.
    ///
    /// Its first byte after white space or a byte order mark opens a tag.
    package var isWebPage: Bool { first { !" \t\r\n\u{C}\u{FEFF}".utf8.contains($0) } == UInt8(ascii: "<") }
}
