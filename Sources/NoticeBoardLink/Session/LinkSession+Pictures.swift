public import Foundation
import NoticeBoardBase

extension LinkSession {
    /// The pictures of the signed-in account, the same object for every caller; `nil` if no account is signed in.
    ///
    /// They are kept below `folder`, which may be the caches folder that the system empties, or in memory alone if it is `nil`.
    /// The first caller's arguments count.
    public func pictures(in folder: URL?, memoryBytes: Int = 32 << 20, diskBytes: Int = 256 << 20) -> LinkPictures? {
        let root = folder.flatMap { $0.isFileURL ? $0.standardizedFileURL.path : nil }
        return pictures(memoryBytes) { user in root.map { PictureDisk($0, account: user, limit: diskBytes) } }
    }

    /// The pictures of the signed-in account, kept in another library's cache; `nil` if no account is signed in.
    ///
    /// The first caller's cache counts. A memory cache of `memoryBytes` is used in addition.
    public func pictures(in cache: any LinkPictureCache, memoryBytes: Int = 32 << 20) -> LinkPictures? {
        pictures(memoryBytes) { _ in cache }
    }

    func pictures(_ memoryBytes: Int, cache: (LinkUser.ID) -> (any LinkPictureCache)?) -> LinkPictures? {
        accountObject { user, service, _ in
            LinkPictures(service, memoryBytes: memoryBytes, cache: cache(user))
        } register: { pictures, user in
            scope.register(for: user, end: { [weak pictures] _ in pictures?.end() })
            guard let erase = pictures.makeErase() else { return }
            let folders = (pictures.cache as? PictureDisk).map { [URL(fileURLWithPath: $0.folder)] } ?? []
            objects.hold(scope.register(for: user, erasing: folders, erase: erase))
        } end: {
            $0.end()
        }
    }
}
