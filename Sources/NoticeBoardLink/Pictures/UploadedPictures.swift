import Foundation
import NoticeBoardBase

/// Caches pictures that the user uploaded under their paths at the service, which avoids downloads.
struct UploadedPictures: Sendable {
    /// Caches the bytes of a picture under its path.
    private let store: @Sendable (Data, String) -> Void
    private let reads = BlockingReads("NoticeBoard.UploadedPictures")

    /// Creates a cache that forwards to `store`; by default, it keeps nothing.
    init(_ store: @escaping @Sendable (Data, String) -> Void = { _, _ in }) { self.store = store }

    /// Caches pictures as they were sent; one that can't be read is downloaded when it is shown.
    func keep(_ pictures: [(file: LinkFile, path: String)]) async {
        try? await reads.run { [store] in
            for picture in pictures {
                if let data = try? picture.file.prepared().bytes() { store(data, picture.path) }
            }
        }
    }
}
