public import Foundation
import NoticeBoardBase

extension LinkFile {
    /// A picture of at most `limit` bytes: itself without its metadata where that fits, else encoded anew by `sizer`.
    ///
    /// ```swift
    /// form.picture = try await LinkFile.picture(data, by: ImageIOSizer())
    /// ```
    ///
    /// As much quality, and then as many pixels, are kept as fit; the picture is encoded six times at most.
    /// Also takes pictures that the service does not, such as HEIC, as far as the encoder reads them. Throws
    /// `profilePictureTooLarge` where nothing fits, `external` where the encoder fails.
    public static func picture(
        _ data: Data, atMost limit: Int = 1_048_576, by sizer: some ImageSizer
    ) async throws -> LinkFile {
        if let file = try? LinkFile(content: data).prepared(), file.kind != .pdf, try file.bytes().count <= limit { return file }
        let fitting = PictureFitting(limit: limit) { try sizer.jpeg(from: data, longestSide: $0, quality: $1) }
        return LinkFile(try fitting.best(), .jpeg)
    }
}

/// The search for the best picture that is small enough.
package struct PictureFitting {
    let limit: Int
    let encode: (_ longestSide: Int?, _ quality: Double) throws -> Data

    /// A try: which part of the sides, and which quality; the better one comes first.
    package static let steps: [(scale: Double, quality: Double)] = [
        (1, 0.9), (1, 0.8), (1, 0.7), (1, 0.6), (0.75, 0.75), (0.75, 0.6), (0.5, 0.8), (0.5, 0.65), (0.5, 0.55), (0.35, 0.75),
        (0.35, 0.55), (0.25, 0.75), (0.25, 0.55), (0.18, 0.6), (0.12, 0.6), (0.08, 0.6), (0.05, 0.5), (0.025, 0.5),
    ]

    /// The picture of the first step that fits, found by halving: an encoder makes less of less.
    func best() throws -> Data {
        let first = try picture(nil, Self.steps[0].quality)
        if first.data.count <= limit { return first.data }
        var (tooLarge, fitting, best) = (0, Self.steps.count, nil as Data?)
        while fitting - tooLarge > 1 {
            try Task.checkCancellation()
            let middle = (tooLarge + fitting) / 2
            let data = try picture(at: middle, of: first.side)
            if data.count <= limit { (fitting, best) = (middle, data) } else { tooLarge = middle }
        }
        if let best { return best }
        throw NoticeBoardError(.profilePictureTooLarge, "However small it is made, the picture has more than \(limit) bytes.")
    }

    private func picture(at step: Int, of side: Int) throws -> Data {
        let (scale, quality) = Self.steps[step]
        return try picture(max(1, Int(Double(side) * scale)), quality).data
    }

    /// What the encoder makes of it, looked at like any other file: it may have written anything into it.
    private func picture(_ side: Int?, _ quality: Double) throws -> (data: Data, side: Int) {
        let encoded: Data
        do { encoded = try encode(side, quality) } catch let error as CancellationError { throw error } catch {
            throw NoticeBoardError(wrapping: error)
        }
        let picture = try JPEGPicture(encoded)
        return (picture.stripped(), max(picture.size.width, picture.size.height))
    }
}

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
