// Calls that were not sent or got no response.
extension NoticeBoardError.Code {
    /// The caller passed an invalid value: a blank keyword, a limit of 0, a base URL without a host.
    public static let invalidInput = Self(
        "invalidInput", korean: "입력값이 올바르지 않습니다.", english: "The input is not valid.", remedy: .fixInput(.input))
    /// Plain http to a remote host that the configuration does not allow.
    public static let insecure = Self(
        "insecure", korean: "암호화되지 않은 연결은 허용되지 않습니다.", english: "An unencrypted connection is not allowed.",
        remedy: .contactAdministrator)
    /// The device is offline: it reports that it has no network.
    public static let noNetwork = Self(
        "noNetwork", korean: "인터넷에 연결되어 있지 않습니다.", english: "There is no network connection.", remedy: .retry(after: nil))
    /// The server's host name does not resolve, or the server refuses the connection.
    public static let unreachable = Self(
        "unreachable", korean: "서버에 연결할 수 없습니다.", english: "The server cannot be reached.", remedy: .retry(after: nil))
    /// The proxy between the device and the server cannot be reached.
    public static let proxyUnreachable = Self(
        "proxyUnreachable", korean: "프록시 서버에 연결할 수 없습니다.", english: "The proxy server cannot be reached.",
        remedy: .retry(after: nil))
    /// The proxy between the device and the server refuses the call: it requires a password (407) or forbids the address.
    public static let proxyRefused = Self(
        "proxyRefused", korean: "프록시 서버가 연결을 거부했습니다.", english: "The proxy server refused the connection.",
        remedy: .contactAdministrator)
    /// The connection was lost before the response was complete.
    public static let connectionLost = Self(
        "connectionLost", korean: "서버와의 연결이 끊어졌습니다.", english: "The connection to the server was lost.",
        remedy: .retry(after: nil))
    /// No response in time: a timeout of the client or of the server.
    public static let timedOut = Self(
        "timedOut", korean: "서버가 제시간에 응답하지 않았습니다.", english: "The server did not answer in time.", remedy: .retry(after: nil))
    /// The server's certificate cannot be trusted.
    public static let untrustedServer = Self(
        "untrustedServer", korean: "서버의 인증서를 신뢰할 수 없습니다.", english: "The server's certificate cannot be trusted.",
        remedy: .contactAdministrator)
    /// A network requires its own sign-in first (a captive portal), and answers instead of the server.
    public static let networkSignIn = Self(
        "networkSignIn", korean: "서버 대신 네트워크가 응답했습니다. 웹 브라우저에서 네트워크에 로그인해야 할 수 있습니다.",
        english: "The network answered instead of the server. It may want you to sign in to it in a web browser.",
        remedy: .retry(after: nil))
    /// The app's own code failed with an error that is not from the SDK.
    public static let external = Self(
        "external", korean: "앱에서 오류가 발생했습니다.", english: "The app's own code failed.", remedy: .retry(after: nil))

    // MARK: - Failures in responses

    /// The server rejects the input: a form value is missing or out of bounds (400, 422).
    public static let inputRefused = Self(
        "inputRefused", korean: "서버가 입력한 내용을 받아들이지 않았습니다.", english: "The server does not accept what was entered.",
        remedy: .fixInput(.input))
    /// The request is larger than the server accepts (413).
    public static let inputTooLarge = Self(
        "inputTooLarge", korean: "보내는 내용이 너무 큽니다.", english: "What was sent is too large.", remedy: .fixInput(.size))
    /// The resource already exists or has been changed (409, 412).
    public static let conflict = Self(
        "conflict", korean: "이미 있거나 그 사이에 변경되었습니다.", english: "It is there already, or was changed meanwhile.", remedy: .reload)
    /// The server no longer supports the request (405, 426).
    public static let unsupported = Self(
        "unsupported", korean: "서버가 더 이상 지원하지 않는 기능입니다.", english: "The server does not offer this any more.", remedy: .updateApp)
    /// The server asks for a retry a little later (425).
    public static let tooEarly = Self(
        "tooEarly", korean: "서버가 아직 준비되지 않았습니다.", english: "The server is not ready yet.", remedy: .retry(after: nil))
    /// The server does not accept the credentials.
    public static let unauthorized = Self(
        "unauthorized", korean: "로그인이 확인되지 않았습니다.", english: "The server does not accept the sign-in.", remedy: .signInAgain)
    /// No account is signed in, or the session ended during the call.
    public static let sessionOver = Self(
        "sessionOver", korean: "로그인이 만료되었습니다.", english: "The sign-in has ended.", remedy: .signInAgain)
    /// The server knows the caller and refuses permission.
    public static let forbidden = Self(
        "forbidden", korean: "권한이 없습니다.", english: "Permission was refused.", remedy: .contactAdministrator)
    /// The resource does not exist, or no longer does.
    public static let notFound = Self(
        "notFound", korean: "요청한 항목을 찾을 수 없습니다.", english: "What was asked for does not exist.", remedy: .reload)
    /// Too many requests in too short a time.
    public static let tooManyRequests = Self(
        "tooManyRequests", korean: "요청이 너무 많습니다.", english: "There were too many requests.", remedy: .retry(after: nil))
    /// The server failed.
    public static let serverFailure = Self(
        "serverFailure", korean: "서버에 문제가 발생했습니다.", english: "The server failed.", remedy: .retry(after: nil))
    /// The call does not accept the response's status, and no other code describes it.
    public static let unexpectedStatus = Self(
        "unexpectedStatus", korean: "서버가 요청을 처리하지 않았습니다.", english: "The server did not accept the request.",
        remedy: .contactAdministrator)
    /// A redirect that is not followed: too many, to another kind of address, or from https to http.
    public static let redirectRefused = Self(
        "redirectRefused", korean: "서버가 허용되지 않는 주소로 안내했습니다.", english: "The server pointed to an address that is not allowed.",
        remedy: .contactAdministrator)
    /// The response is larger than the limit.
    public static let responseTooLarge = Self(
        "responseTooLarge", korean: "서버의 응답이 너무 큽니다.", english: "The server's answer is too large.", remedy: .contactAdministrator
    )
    /// The response cannot be decoded as the expected type.
    ///
    /// The remedy is ``Remedy/updateApp`` if the response is complete but has another format, otherwise a retry.
    public static let unreadableResponse = Self(
        "unreadableResponse", korean: "서버의 응답을 읽을 수 없습니다.", english: "The server's answer cannot be read.",
        remedy: .retry(after: nil))

    // MARK: - Files and stores

    /// A file could not be read or written: a request's body, or the destination of a download.
    public static let fileUnavailable = Self(
        "fileUnavailable", korean: "파일을 읽거나 쓸 수 없습니다.", english: "A file could not be read or written.",
        remedy: .retry(after: nil))
    /// Another process holds the store's lock, and did not release it in time.
    public static let storeBusy = Self(
        "storeBusy", korean: "다른 프로그램이 저장소를 사용하고 있습니다.", english: "Another program is using the store.",
        remedy: .retry(after: nil))
    /// There is no room left for the data.
    public static let storageFull = Self(
        "storageFull", korean: "저장 공간이 부족합니다.", english: "There is not enough storage space.", remedy: .fixInput(.storage))
    /// The store can be read but not changed: its location is read-only, or the system currently protects it.
    public static let storeReadOnly = Self(
        "storeReadOnly", korean: "지금은 저장할 수 없습니다.", english: "Nothing can be stored at the moment.", remedy: .retry(after: nil))
    /// The stored data cannot be decoded.
    public static let storeDamaged = Self(
        "storeDamaged", korean: "저장된 내용이 손상되어 변경할 수 없습니다.", english: "What was stored is damaged and cannot be changed.",
        remedy: .fixInput(.storage))
    /// A newer version of the program wrote the store, so it is left as it is.
    public static let storeTooNew = Self(
        "storeTooNew", korean: "더 새로운 버전의 앱에서 저장한 내용입니다.", english: "This was stored by a newer version of the app.",
        remedy: .updateApp)
}
