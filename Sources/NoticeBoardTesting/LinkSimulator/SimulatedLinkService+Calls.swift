import Foundation

/// The calls of somebody who is signed in.
extension SimulatedLinkService {
    func answer(
        _ call: SimulatedLinkCall, _ input: SimulatedLinkInput, _ me: String, _ state: inout SimulatedLinkState
    ) throws(SimulatedRefusal) -> SimulatedJSON {
        switch call {
        case .withdraw:
            let receipt = state.account(me)?.receipt ?? .null
            state.remove(me)
            return receipt
        case .posts: return try page(input, state) { _ in true }
        case .userPosts(let user): return try page(input, state) { $0.author == user }
        case .likedPosts: return try page(input, state) { $0.likes.contains(me) }
        case .hashtagPosts:
            guard let tag = input.query["hashTag"], !tag.isEmpty else { throw SimulatedRefusal(400, "hashTag is missing.") }
            return try page(input, state) { $0.hashtags.contains(tag) }
        case .publish, .post, .editPost, .deletePost, .like: return try post(call, input, me, &state)
        case .comment, .editComment, .deleteComment: return try comment(call, input, me, &state)
        default: return try profile(call, input, me, &state)
        }
    }

    /// The posts that `isMeant`, after the cursor of a post, which its going does not make worthless.
    private func page(
        _ input: SimulatedLinkInput, _ state: SimulatedLinkState, _ isMeant: (SimulatedLinkPost) -> Bool
    ) throws(SimulatedRefusal) -> SimulatedJSON {
        let limit = input.query["limit"].map { Int($0) } ?? 5
        guard let limit, 1...100 ~= limit else { throw SimulatedRefusal(400, "limit must be 1 to 100.") }
        // The cursor of the end begins anew, as an empty one does.
        let next = input.query["next"] ?? ""
        guard next.isEmpty || Int64(next) != nil else { throw SimulatedRefusal(400, "There is no such cursor.") }
        let before = Int64(next) ?? 0
        let product = input.query["product_id"]
        let all = zip(state.posts, state.cursors).filter { post, cursor in
            (before == 0 || cursor < before) && (product == nil || post.fields["product_id"] == product) && isMeant(post)
        }
        let page = all.prefix(limit)
        var elements = page.map { state.json($0.0, quirks) }
        if quirks.sendsNulls { elements.insert(.null, at: 0) }
        var members: [(String, SimulatedJSON)] = [("data", .array(elements))]
        if page.count < all.count, let last = page.last?.1 {
            members.append(("next_cursor", quirks.sendsNumbers ? .number(last) : .string(String(last))))
        } else {
            switch quirks.end {
            case .zero: members.append(("next_cursor", .string("0")))
            case .number: members.append(("next_cursor", .number(0)))
            case .empty: members.append(("next_cursor", .string("")))
            case .missing: break
            }
        }
        return .object(members)
    }

    private func post(
        _ call: SimulatedLinkCall, _ input: SimulatedLinkInput, _ me: String, _ state: inout SimulatedLinkState
    ) throws(SimulatedRefusal) -> SimulatedJSON {
        switch call {
        case .publish:
            var post = SimulatedLinkPost(id: state.newID(), author: me, fields: input.texts, time: state.now())
            post.files = state.keep(input.files, in: "posts")
            state.posts.insert(post, at: 0)
            return state.json(post, quirks)
        case .editPost(let id):
            let place = try state.ownPlace(id, me)
            state.posts[place].fields.merge(input.texts) { _, new in new }
            if !input.files.isEmpty { state.posts[place].files = state.keep(input.files, in: "posts") }
            return state.json(state.posts[place], quirks)
        case .deletePost(let id):
            state.posts.remove(at: try state.ownPlace(id, me))
            return .object([("_id", .string(id))])
        case .like(let id):
            let place = try state.place(id)
            let isLiked = state.posts[place].likes.contains(me)
            if isLiked { state.posts[place].likes.removeAll { $0 == me } } else { state.posts[place].likes.append(me) }
            return .object([("like_status", .bool(!isLiked))])
        case .post(let id): return state.json(state.posts[try state.place(id)], quirks)
        default: throw SimulatedRefusal(500, "The simulator sent a call to the wrong desk.")
        }
    }

    private func comment(
        _ call: SimulatedLinkCall, _ input: SimulatedLinkInput, _ me: String, _ state: inout SimulatedLinkState
    ) throws(SimulatedRefusal) -> SimulatedJSON {
        let content = input.texts["content"] ?? ""
        switch call {
        case .comment(let post):
            let place = try state.place(post)
            let comment = SimulatedLinkComment(id: state.newID(), author: me, content: content, time: state.now())
            state.posts[place].comments.insert(comment, at: 0)
            return state.json(comment)
        case .editComment(let post, let id):
            let place = try state.ownComment(post, id, me)
            state.posts[place.post].comments[place.comment].content = content
            return state.json(state.posts[place.post].comments[place.comment])
        case .deleteComment(let post, let id):
            let place = try state.ownComment(post, id, me)
            state.posts[place.post].comments.remove(at: place.comment)
            return .object([("postID", .string(post))] + (quirks.omitsCommentID ? [] : [("commentID", .string(id))]))
        default: throw SimulatedRefusal(500, "The simulator sent a call to the wrong desk.")
        }
    }

    private func profile(
        _ call: SimulatedLinkCall, _ input: SimulatedLinkInput, _ me: String, _ state: inout SimulatedLinkState
    ) throws(SimulatedRefusal) -> SimulatedJSON {
        guard let mine = state.account(me) else { throw SimulatedRefusal(401, "The account is gone.") }
        switch call {
        case .follow(let user), .unfollow(let user):
            guard let other = state.account(user) else { throw SimulatedRefusal(410, "알 수 없는 계정입니다.") }
            var isFollowed = false
            if case .follow = call {
                guard !mine.following.contains(user) else { throw SimulatedRefusal(409, "이미 팔로잉된 계정입니다.") }
                isFollowed = true
            }
            state.account(me) { account in
                if isFollowed { account.following.append(user) } else { account.following.removeAll { $0 == user } }
            }
            return .object([
                ("user", .string(mine.nick)), ("following", .string(other.nick)), ("following_status", .bool(isFollowed)),
            ])
        case .editProfile:
            let nick = input.texts["nick"]
            guard nick == nil || SimulatedLinkRules.isNick(nick), SimulatedLinkRules.isPhone(input.texts["phoneNum"]) else {
                throw SimulatedRefusal(400, "The form is not valid.")
            }
            let picture = state.keep(input.files, in: "profiles").first
            state.account(me) { account in
                account.nick = nick ?? account.nick
                account.phone = input.texts["phoneNum"] ?? account.phone
                account.birthday = input.texts["birthDay"] ?? account.birthday
                account.picture = picture ?? account.picture
            }
            return state.account(me).map { state.profile($0, isOwn: true) } ?? .null
        case .profile(let user):
            guard let account = state.account(user) else { throw SimulatedRefusal(410, "알 수 없는 계정입니다.") }
            return state.profile(account, isOwn: false)
        default: return state.profile(mine, isOwn: true)
        }
    }
}
