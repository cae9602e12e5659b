public import NoticeBoardBase

extension Remedy.Input {
    /// A client's base URL.
    public static let baseURL = Self("base URL", korean: "서버 주소")
    /// The path of a call.
    public static let path = Self("path", korean: "요청 경로")
    /// The body of a call.
    public static let body = Self("body", korean: "요청 본문")
    /// The user's credentials for signing in.
    public static let signIn = Self("sign-in details", korean: "로그인 정보")

    /// A header field.
    public static func header(_ name: HTTPHeaderName) -> Self { Self("header \(name)", korean: "\(name) 헤더") }
}
