import Foundation
import NoticeBoardHTTP

/// Answers requests as strictly as the service's contract has it.
extension SimulatedLinkState {
    mutating func answer(_ request: HTTPRequest, key: String) throws(SimulatedRefusal) -> HTTPResponse {
        guard request.headers["sesackey"]?.utf8.elementsEqual(key.utf8) == true, request.headers.values(of: "sesackey").count == 1
        else {
            throw SimulatedRefusal(420, "This service is for those who have its key.")
        }
        guard let target = SimulatedTarget(request.target) else { throw SimulatedRefusal(400, "The address cannot be read.") }
        guard let call = SimulatedLinkCall(request.method.rawValue, target.path) else {
            throw SimulatedRefusal(444, "비정상적인 URL입니다.")
        }
        // Authorization comes first: an unauthorized client learns nothing about its form.
        let me = call.isOpen ? "" : try tokens.account(request.headers["authorization"])
        guard call.line == "GET refresh" || request.headers["refresh"] == nil else {
            throw SimulatedRefusal(400, "The refresh token was sent to a call that does not want it.")
        }
        let input = try SimulatedLinkInput(request, target, for: call)
        switch call.line {
        case "GET uploads/*":
            guard let data = files["uploads/\(call.ids[0])"] else {
                throw SimulatedRefusal(444, "There is no such file.")
            }
            return HTTPResponse(status: 200, headers: ["Content-Type": "application/octet-stream"], body: data)
        case "GET refresh":
            refreshes += 1
            let token = try tokens.renew(request.headers["authorization"], by: request.headers["refresh"])
            return .json(SimulatedJSON.object([("token", .string(token))]).text)
        default: return .json(try answer(call.line, call.ids, input, me).text)
        }
    }

    private mutating func answer(
        _ line: String, _ ids: [String], _ input: SimulatedLinkInput, _ me: String
    ) throws(SimulatedRefusal) -> SimulatedJSON {
        switch line {
        case "POST validation/email": return try checkEmail(input)
        case "POST join": return try join(input)
        case "POST login": return try logIn(input)
        case "GET withdraw":
            let receipt = accounts[try ownAccount(me)].receipt
            remove(me)
            return receipt
        case "GET post": return try page(input) { _ in true }
        case "GET post/user/*": return try page(input) { $0.author == ids[0] }
        case "GET post/like/me": return try page(input) { $0.likes.contains(me) }
        case "GET post/hashtag":
            guard let tag = input.query["hashTag"], !tag.isEmpty else { throw SimulatedRefusal(400, "hashTag is missing.") }
            return try page(input) { $0.hashtags.contains(tag) }
        case "GET post/*": return json(posts[try place(ids[0])])
        case "POST post":
            var post = SimulatedLinkPost(id: newID(), author: me, fields: input.texts, time: now())
            post.files = keep(input.files, in: "posts")
            posts.insert(post, at: 0)
            return json(post)
        case "PUT post/*":
            let place = try ownPlace(ids[0], me)
            posts[place].fields.merge(input.texts) { _, new in new }
            if !input.files.isEmpty { posts[place].files = keep(input.files, in: "posts") }
            return json(posts[place])
        case "DELETE post/*":
            posts.remove(at: try ownPlace(ids[0], me))
            return .object([("_id", .string(ids[0]))])
        case "POST post/like/*":
            let place = try place(ids[0])
            let isLiked = posts[place].likes.contains(me)
            if isLiked { posts[place].likes.removeAll { $0 == me } } else { posts[place].likes.append(me) }
            return .object([("like_status", .bool(!isLiked))])
        case "POST post/*/comment":
            let place = try place(ids[0])
            let content = input.texts["content"] ?? ""
            let reply = SimulatedLinkReply(id: newID(), author: me, content: content, time: now())
            posts[place].replies.insert(reply, at: 0)
            return json(reply)
        case "PUT post/*/comment/*":
            let place = try ownReply(ids[0], ids[1], me)
            posts[place.post].replies[place.reply].content = input.texts["content"] ?? ""
            return json(posts[place.post].replies[place.reply])
        case "DELETE post/*/comment/*":
            let place = try ownReply(ids[0], ids[1], me)
            posts[place.post].replies.remove(at: place.reply)
            return .object([("postID", .string(ids[0])), ("commentID", .string(ids[1]))])
        case "POST follow/*": return try follow(ids[0], true, me)
        case "DELETE follow/*": return try follow(ids[0], false, me)
        case "GET profile/*":
            _ = try ownAccount(me)
            return profile(accounts[try accountPlace(ids[0])], isOwn: false)
        case "PUT profile/me": return try editProfile(input, me)
        case "GET profile/me": return profile(accounts[try ownAccount(me)], isOwn: true)
        default: throw SimulatedRefusal(444, "비정상적인 URL입니다.")
        }
    }

    // MARK: Accounts

    private func ownAccount(_ me: String) throws(SimulatedRefusal) -> Int {
        guard let index = accounts.firstIndex(where: { $0.id == me }) else { throw SimulatedRefusal(401, "The account is gone.") }
        return index
    }

    private func checkEmail(_ input: SimulatedLinkInput) throws(SimulatedRefusal) -> SimulatedJSON {
        let email = input.texts["email"] ?? ""
        guard email.utf8.contains(UInt8(ascii: "@")) else { throw SimulatedRefusal(400, "이메일 형식이 아닙니다.") }
        guard !accounts.contains(where: { $0.email == email }) else { throw SimulatedRefusal(409, "사용이 불가한 이메일입니다.") }
        return .object([("message", .string("사용 가능한 이메일입니다."))])
    }

    private mutating func join(_ input: SimulatedLinkInput) throws(SimulatedRefusal) -> SimulatedJSON {
        let email = input.texts["email"] ?? ""
        let password = input.texts["password"] ?? ""
        guard email.utf8.contains(UInt8(ascii: "@")), password.count >= 6, input.isGood else {
            throw SimulatedRefusal(400, "The form is not valid.")
        }
        guard !accounts.contains(where: { $0.email == email }) else { throw SimulatedRefusal(409, "이미 가입된 유저입니다.") }
        var account = SimulatedAccount(id: newID(), email: email, password: password, nick: input.texts["nick"] ?? "")
        account.phone = input.texts["phoneNum"]
        account.birthday = input.texts["birthDay"]
        accounts.append(account)
        return account.receipt
    }

    private mutating func logIn(_ input: SimulatedLinkInput) throws(SimulatedRefusal) -> SimulatedJSON {
        let email = input.texts["email"]
        let password = input.texts["password"]
        guard let account = accounts.first(where: { $0.email == email && $0.password == password }) else {
            throw SimulatedRefusal(401, "계정을 확인해주세요.")
        }
        let issued = tokens.issue(account.id)
        return .object([
            ("_id", .string(account.id)), ("token", .string(issued.access)), ("refreshToken", .string(issued.refresh)),
        ])
    }

    private mutating func follow(_ user: String, _ isFollowed: Bool, _ me: String) throws(SimulatedRefusal) -> SimulatedJSON {
        let mine = try ownAccount(me)
        let other = try accountPlace(user)
        if isFollowed, accounts[mine].following.contains(user) { throw SimulatedRefusal(409, "이미 팔로잉된 계정입니다.") }
        accounts[mine].following.removeAll { $0 == user }
        if isFollowed { accounts[mine].following.append(user) }
        return .object([
            ("user", .string(accounts[mine].nick)), ("following", .string(accounts[other].nick)),
            ("following_status", .bool(isFollowed)),
        ])
    }

    private mutating func editProfile(_ input: SimulatedLinkInput, _ me: String) throws(SimulatedRefusal) -> SimulatedJSON {
        let mine = try ownAccount(me)
        guard input.isGood else { throw SimulatedRefusal(400, "The form is not valid.") }
        accounts[mine].nick = input.texts["nick"] ?? accounts[mine].nick
        accounts[mine].phone = input.texts["phoneNum"] ?? accounts[mine].phone
        accounts[mine].birthday = input.texts["birthDay"] ?? accounts[mine].birthday
        accounts[mine].picture = keep(input.files, in: "profiles").first ?? accounts[mine].picture
        return profile(accounts[mine], isOwn: true)
    }

    // MARK: Pages

    /// The posts that `isMeant`, after the cursor of a post, which stays valid when that post is deleted.
    private func page(
        _ input: SimulatedLinkInput, _ isMeant: (SimulatedLinkPost) -> Bool
    ) throws(SimulatedRefusal) -> SimulatedJSON {
        let limit = input.query["limit"].map { Int($0) } ?? 5
        guard let limit, 1...100 ~= limit else { throw SimulatedRefusal(400, "limit must be 1 to 100.") }
        // The final cursor restarts at the first page, like an empty one.
        let next = input.query["next"] ?? ""
        guard next.isEmpty || Int64(next) != nil else { throw SimulatedRefusal(400, "There is no such cursor.") }
        let before = Int64(next) ?? 0
        let product = input.query["product_id"]
        let all = zip(posts, cursors).filter { post, cursor in
            (before == 0 || cursor < before) && (product == nil || post.fields["product_id"] == product) && isMeant(post)
        }
        let page = all.prefix(limit)
        let cursor = page.count < all.count ? page.last?.1 ?? 0 : 0
        return .object([("data", .array(page.map { json($0.0) })), ("next_cursor", .string(String(cursor)))])
    }
}
