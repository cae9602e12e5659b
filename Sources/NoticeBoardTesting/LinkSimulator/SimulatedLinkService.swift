import Foundation
import NoticeBoardHTTP

/// Answers requests from what the service holds, as strictly as its contract has it.
struct SimulatedLinkService: HTTPTransport {
    let state: Watched<SimulatedLinkState>
    let key: String
    let quirks: SimulatedLinkQuirks

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        state.update { state in
            do throws(SimulatedRefusal) {
                return try answer(request, &state)
            } catch {
                return Self.json(error.status, .object([("message", .string(error.message))]))
            }
        }
    }

    private func answer(_ request: HTTPRequest, _ state: inout SimulatedLinkState) throws(SimulatedRefusal) -> HTTPResponse {
        guard request.headers["sesackey"]?.utf8.elementsEqual(key.utf8) == true, request.headers.values(of: "sesackey").count == 1
        else {
            throw SimulatedRefusal(420, "This service is for those who have its key.")
        }
        guard let target = SimulatedTarget(request.target) else { throw SimulatedRefusal(400, "The address cannot be read.") }
        guard let call = SimulatedLinkCall(request.method.rawValue, target.path) else {
            throw SimulatedRefusal(444, "비정상적인 URL입니다.")
        }
        // Who is asked first: nobody learns what a service would say to a stranger's form.
        let account = call.isOpen ? "" : try state.tokens.account(request.headers["authorization"])
        guard call == .refresh || request.headers["refresh"] == nil else {
            throw SimulatedRefusal(400, "The refresh token was sent to a call that does not want it.")
        }
        let input = try SimulatedLinkInput(request, target, for: call)
        switch call {
        case .join, .checkEmail, .logIn, .refresh: return Self.json(200, try open(call, input, request, &state))
        case .file(let path):
            guard let data = state.files[path] else { throw SimulatedRefusal(444, "There is no such file.") }
            return HTTPResponse(status: 200, headers: ["Content-Type": "application/octet-stream"], body: data)
        default: return Self.json(200, try answer(call, input, account, &state))
        }
    }

    private static func json(_ status: Int, _ json: SimulatedJSON) -> HTTPResponse {
        HTTPResponse(
            status: HTTPStatus(rawValue: status), headers: ["Content-Type": "application/json; charset=utf-8"],
            body: Data(json.text.utf8))
    }

    // MARK: Calls of nobody yet

    private func open(
        _ call: SimulatedLinkCall, _ input: SimulatedLinkInput, _ request: HTTPRequest, _ state: inout SimulatedLinkState
    ) throws(SimulatedRefusal) -> SimulatedJSON {
        let email = input.texts["email"] ?? ""
        switch call {
        case .checkEmail:
            guard email.utf8.contains(UInt8(ascii: "@")) else { throw SimulatedRefusal(400, "이메일 형식이 아닙니다.") }
            guard !state.accounts.contains(where: { $0.email == email }) else { throw SimulatedRefusal(409, "사용이 불가한 이메일입니다.") }
            return .object([("message", .string("사용 가능한 이메일입니다."))])
        case .join:
            guard email.utf8.contains(UInt8(ascii: "@")), (input.texts["password"] ?? "").count >= 6,
                SimulatedLinkRules.isNick(input.texts["nick"]),
                SimulatedLinkRules.isPhone(input.texts["phoneNum"])
            else { throw SimulatedRefusal(400, "The form is not valid.") }
            guard !state.accounts.contains(where: { $0.email == email }) else { throw SimulatedRefusal(409, "이미 가입된 유저입니다.") }
            let account = SimulatedAccount(
                id: state.newID(), email: email, password: input.texts["password"] ?? "", nick: input.texts["nick"] ?? "",
                phone: input.texts["phoneNum"], birthday: input.texts["birthDay"])
            state.accounts.append(account)
            return account.receipt
        case .logIn:
            guard let account = state.accounts.first(where: { $0.email == email && $0.password == input.texts["password"] })
            else {
                throw SimulatedRefusal(401, "계정을 확인해주세요.")
            }
            let tokens = state.tokens.issue(account.id)
            return .object([
                ("_id", .string(account.id)), ("token", .string(tokens.access)), ("refreshToken", .string(tokens.refresh)),
            ])
        default:
            state.refreshes += 1
            let token = try state.tokens.renew(request.headers["authorization"], by: request.headers["refresh"])
            return .object([("token", .string(token))])
        }
    }
}

/// What the service takes for a nickname and a phone number.
enum SimulatedLinkRules {
    static func isNick(_ text: String?) -> Bool {
        guard let text, 2...20 ~= text.count else { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0xAC00...0xD7A3, 0x3131...0x3163: true
            default: false
            }
        }
    }

    /// One that is not there is right.
    static func isPhone(_ text: String?) -> Bool {
        guard let text else { return true }
        return text.utf8.count <= 11 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
}
