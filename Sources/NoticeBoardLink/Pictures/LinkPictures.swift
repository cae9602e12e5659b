public import NoticeBoardPictures

/// The pictures of posts and accounts for the signed-in account, by the path that the service named.
///
/// ```swift
/// guard let pictures = session.pictures(in: cachesFolder) else { return }      // no account is signed in
/// cell.show(try await pictures.picture(at: post.pictures[0]))
/// ```
///
/// A path that leads out of the service throws `pathInvalid`.
public typealias LinkPictures = Pictures

/// A cache for the pictures of an account, by path.
public typealias LinkPictureCache = PictureCache
