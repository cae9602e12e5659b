import NoticeBoardBase
import NoticeBoardPaging

extension OptimisticUpdates<LinkPost.ID, LinkChange> {
    /// Likes: the service toggles them, and a post tells what is so.
    static func likes(
        of me: LinkUser.ID, _ writes: WriteQueue<LinkChange>, _ service: any LinkService, _ known: SeenItems,
        failed: @escaping @MainActor (LinkPost.ID, NoticeBoardError) -> Void
    ) -> Self {
        Self(writes) { id in
            let isLiked = try await service.toggleLike(id)
            return (isLiked, .liked(id, by: me, isLiked, post: known.post(id)))
        } look: { id in
            // Of the post nothing else is told: what came meanwhile may be newer.
            let isLiked = try await service.post(id).isLiked(by: me)
            return (isLiked, .liked(id, by: me, isLiked, post: known.post(id)))
        } failed: {
            failed($0, NoticeBoardError(wrapping: $1))
        }
    }
}

extension OptimisticUpdates<LinkUser.ID, LinkChange> {
    /// Whoever is signed in, by the name that the list of followers is to show: asked for once where nobody has seen it yet.
    private static func me(_ known: SeenItems, _ service: any LinkService) async -> LinkUser {
        if known.me.nick.isEmpty, let profile = try? await service.myProfile() { known.note(profile.user) }
        return known.me
    }

    /// Follows: the service has a call for each, and refuses the one that is so already, which is as good as done.
    static func follows(
        of me: LinkUser.ID, _ writes: WriteQueue<LinkChange>, _ service: any LinkService, _ known: SeenItems,
        failed: @escaping @MainActor (LinkUser.ID, NoticeBoardError) -> Void
    ) -> Self {
        Self(writes) { id, isWanted in
            let isFollowed: Bool
            do {
                isFollowed = try await isWanted ? service.follow(id) : service.unfollow(id)
            } catch let error as NoticeBoardError where error.code == .alreadyFollowing {
                isFollowed = true
            }
            return (isFollowed, .followed(known.account(id), by: await Self.me(known, service), isFollowed))
        } look: { id in
            let profile = try await service.profile(of: id)
            let isFollowed = profile.isFollowed(by: me)
            return (isFollowed, .followed(profile.user, by: await Self.me(known, service), isFollowed))
        } failed: {
            failed($0, NoticeBoardError(wrapping: $1))
        }
    }
}
