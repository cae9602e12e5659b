package import Foundation

extension HTTPResponse {
    /// Whether the body is a web page: what firewalls, hotel networks and proxies answer in an API's place.
    var isWebPage: Bool { body.isWebPage }
}

extension Data {
    /// Whether the first byte that is no white space begins a tag.
    package var isWebPage: Bool { first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<") }
}
