import NoticeBoardHTTP

extension HTTPHeaderName {
    /// `SesacKey`: which app is asking.
    static let sesacKey: HTTPHeaderName = "SesacKey"
    /// `Refresh`: what an access token is renewed with.
    static let refresh: HTTPHeaderName = "Refresh"
}
