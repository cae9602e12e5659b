public import Foundation
import NoticeBoardBase
public import NoticeBoardPictures

extension LinkSession {
    /// The pictures of the signed-in account, the same object for every caller; `nil` if no account is signed in.
    ///
    /// They are kept below `folder`, which may be the caches folder that the system empties, or in memory alone if it is `nil`.
    /// The first caller's arguments count.
    public func pictures(in folder: URL?, memoryBytes: Int = 32 << 20, diskBytes: Int = 256 << 20) -> LinkPictures? {
        pictures(memoryBytes) { user in Pictures.disk(in: folder, account: user, limit: diskBytes) }
    }

    /// The pictures of the signed-in account, kept in another library's cache; `nil` if no account is signed in.
    ///
    /// The first caller's cache counts. A memory cache of `memoryBytes` is used in addition.
    public func pictures(in cache: any LinkPictureCache, memoryBytes: Int = 32 << 20) -> LinkPictures? {
        pictures(memoryBytes) { _ in cache }
    }

    func pictures(_ memoryBytes: Int, cache: (LinkUser.ID) -> (any LinkPictureCache)?) -> LinkPictures? {
        accountObject { user, service, _ in
            Pictures(cache(user), memoryBytes: memoryBytes) { path in
                try path.checkedPath()
            } fetch: { path in
                try await service.picture(at: path)
            }
        } register: { pictures, user in
            pictures.register(for: user, in: scope)
        } end: {
            $0.end()
        }
    }
}
