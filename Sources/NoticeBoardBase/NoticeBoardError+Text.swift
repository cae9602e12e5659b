public import Foundation

extension NoticeBoardError {
    /// What happened, in one sentence for the person in front of the screen.
    public func text(in language: Language) -> String {
        let texts = Self.texts[code] ?? (korean: "요청을 처리하지 못했습니다.", english: "The request could not be completed.")
        return language == .korean ? texts.korean : texts.english
    }

    private static let texts: [Code: (korean: String, english: String)] = [
        .invalidInput: ("입력값이 올바르지 않습니다.", "The input is not valid."),
        .insecure: ("암호화되지 않은 연결은 허용되지 않습니다.", "An unencrypted connection is not allowed."),
        .unreachable: ("서버에 연결할 수 없습니다.", "The server cannot be reached."),
        .connectionLost: ("서버와의 연결이 끊어졌습니다.", "The connection to the server was lost."),
        .timedOut: ("서버가 제시간에 응답하지 않았습니다.", "The server did not answer in time."),
        .untrustedServer: ("서버의 인증서를 신뢰할 수 없습니다.", "The server's certificate cannot be trusted."),
        .unauthorized: ("로그인이 필요합니다.", "The server does not accept the sign-in."),
        .sessionOver: ("로그인이 만료되었습니다.", "The sign-in has ended."),
        .forbidden: ("권한이 없습니다.", "Permission was refused."),
        .notFound: ("요청한 항목을 찾을 수 없습니다.", "What was asked for does not exist."),
        .tooManyRequests: ("요청이 너무 많습니다.", "There were too many requests."),
        .serverFailure: ("서버에 문제가 발생했습니다.", "The server failed."),
        .unexpectedStatus: ("서버가 요청을 처리하지 않았습니다.", "The server did not accept the request."),
        .redirectRefused: ("서버가 허용되지 않는 주소로 안내했습니다.", "The server pointed to an address that is not allowed."),
        .responseTooLarge: ("서버의 응답이 너무 큽니다.", "The server's answer is too large."),
        .fileUnavailable: ("파일을 읽거나 쓸 수 없습니다.", "A file could not be read or written."),
        .unreadableResponse: ("서버의 응답을 읽을 수 없습니다.", "The server's answer cannot be read."),
        .endlessList: ("서버가 같은 목록을 되풀이합니다.", "The server repeats its list without an end."),
        .noBoardSelected: ("검색할 게시판을 먼저 선택해주세요.", "Choose a board to search first."),
        .foreign: ("앱에서 오류가 발생했습니다.", "The app's own code failed."),
        .placeLost: ("이어서 읽을 위치를 찾을 수 없습니다.", "The place to read on from cannot be found."),
        .storeBusy: ("다른 프로그램이 저장소를 사용하고 있습니다.", "Another program is using the store."),
        .storageFull: ("저장 공간이 부족합니다.", "There is not enough storage space."),
        .storeReadOnly: ("지금은 저장할 수 없습니다.", "Nothing can be stored at the moment."),
        .storeDamaged: ("저장된 내용이 손상되어 변경할 수 없습니다.", "What was stored is damaged and cannot be changed."),
        .storeTooNew: ("더 새로운 버전의 앱에서 저장한 내용입니다.", "This was stored by a newer version of the app."),
    ]
}

extension NoticeBoardError: LocalizedError {
    /// What happened, in the error's language or the user's: the server's own words when it has some, else the SDK's.
    public var errorDescription: String? { serverMessage ?? text(in: language ?? .preferred) }
    /// What happened, for developers.
    public var failureReason: String? { detail.isEmpty ? nil : detail }
    /// What to do about it, in the error's language or the user's.
    public var recoverySuggestion: String? { remedy.text(in: language ?? .preferred) }
}

extension NoticeBoardError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// One line for logs: code, call, status, detail and request ID, in English, nothing secret.
    public var description: String {
        var parts = [code.rawValue]
        if let endpoint { parts.append(endpoint) }
        if let reply { parts.append("status \(reply.status)") }
        if !detail.isEmpty { parts.append(detail) }
        if attempts.count > 1 { parts.append("\(attempts.count) attempts") }
        if let requestID { parts.append("request \(requestID)") }
        return parts.joined(separator: " · ")
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Code, detail, remedy, endpoint, status, request ID and attempts.
    ///
    /// The underlying error shows its type and number only: what systems put into `userInfo` holds the whole address,
    /// keyword included.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "code": code.rawValue, "detail": detail, "remedy": remedy, "endpoint": endpoint as Any, "reply": reply as Any,
                "requestID": requestID as Any, "attempts": attempts, "underlying": underlyingSummary as Any,
            ], displayStyle: .struct)
    }

    private var underlyingSummary: String? {
        underlying.map { "\(type(of: $0)) \(($0 as NSError).code)" }
    }
}
