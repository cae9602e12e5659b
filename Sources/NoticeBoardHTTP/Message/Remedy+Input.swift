public import NoticeBoardBase

extension Remedy.Input {
    /// The address that a client's endpoints are below.
    public static let baseURL = Self("base URL", korean: "서버 주소")
    /// The path of a call.
    public static let path = Self("path", korean: "요청 경로")
    /// What a call carries.
    public static let body = Self("body", korean: "요청 본문")
    /// What somebody signs in with.
    public static let signIn = Self("sign-in details", korean: "로그인 정보")

    /// A header field.
    public static func header(_ name: HTTPHeaderName) -> Self { Self("header \(name)", korean: "\(name) 헤더") }
}
