public import Foundation

/// Encodes pictures anew, so that one that is too large becomes small enough: `ImageIOSizer` on Apple's systems, or the app's own.
///
/// Which size and quality are tried is not its affair. The whole of one:
///
/// ```swift
/// struct VipsSizer: ImageSizer {
///     func jpeg(from picture: Data, longestSide: Int?, quality: Double) throws -> Data {
///         try Vips.thumbnail(picture, longestSide ?? .max, uprighted: true).jpeg(quality: quality)
///     }
/// }
/// ```
public protocol ImageSizer: Sendable {
    /// The picture as a JPEG, turned the right way up, no side of which has more pixels than `longestSide` where that is given.
    ///
    /// `quality` is 0 to 1. A picture is never made larger. Called on no particular thread; may take its time.
    func jpeg(from picture: Data, longestSide: Int?, quality: Double) throws -> Data
}
