public import Foundation
import NoticeBoardBase

extension LinkFile {
    /// Returns a picture of at most `limit` bytes: without metadata if that fits, else re-encoded by `sizer`.
    ///
    /// ```swift
    /// form.picture = try await LinkFile.picture(data, by: ImageIOSizer())
    /// ```
    ///
    /// Keeps as much quality and size as fits, and encodes at most six times. Also takes pictures that the service does not
    /// accept, such as HEIC, if the encoder reads them. Throws `profilePictureTooLarge` if no version fits, `external` if the
    /// encoder fails.
    public static func picture(
        _ data: Data, atMost limit: Int = 1_048_576, by sizer: some ImageSizer
    ) async throws -> LinkFile {
        if let file = try? LinkFile(content: data).prepared(), file.kind != .pdf, try file.bytes().count <= limit { return file }
        let fitting = PictureFitting(limit: limit) { try sizer.jpeg(from: data, longestSide: $0, quality: $1) }
        return LinkFile(try fitting.best(), .jpeg)
    }
}

/// A search for the best picture that fits the limit.
package struct PictureFitting {
    let limit: Int
    let encode: (_ longestSide: Int?, _ quality: Double) throws -> Data

    /// Scale and quality of each attempt, best first.
    package static let steps: [(scale: Double, quality: Double)] = [
        (1, 0.9), (1, 0.8), (1, 0.7), (1, 0.6), (0.75, 0.75), (0.75, 0.6), (0.5, 0.8), (0.5, 0.65), (0.5, 0.55), (0.35, 0.75),
        (0.35, 0.55), (0.25, 0.75), (0.25, 0.55), (0.18, 0.6), (0.12, 0.6), (0.08, 0.6), (0.05, 0.5), (0.025, 0.5),
    ]

    /// Returns the picture of the first step that fits, by binary search: sizes shrink from step to step.
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

    /// Returns the encoder's output without metadata: the encoder may have added some.
    private func picture(_ side: Int?, _ quality: Double) throws -> (data: Data, side: Int) {
        let encoded: Data
        do { encoded = try encode(side, quality) } catch let error as CancellationError { throw error } catch {
            throw NoticeBoardError(wrapping: error)
        }
        let picture = try JPEGPicture(encoded)
        return (picture.stripped(), max(picture.size.width, picture.size.height))
    }
}

/// An encoder that makes large pictures smaller: `ImageIOSizer` on Apple platforms, or one from the app.
///
/// The SDK chooses the sizes and qualities. A complete encoder:
///
/// ```swift
/// struct VipsSizer: ImageSizer {
///     func jpeg(from picture: Data, longestSide: Int?, quality: Double) throws -> Data {
///         try Vips.thumbnail(picture, longestSide ?? .max, uprighted: true).jpeg(quality: quality)
///     }
/// }
/// ```
public protocol ImageSizer: Sendable {
    /// Returns the picture as an upright JPEG whose sides have at most `longestSide` pixels, if given.
    ///
    /// `quality` is 0 to 1. Never enlarges a picture. Called on any thread; may block.
    func jpeg(from picture: Data, longestSide: Int?, quality: Double) throws -> Data
}
