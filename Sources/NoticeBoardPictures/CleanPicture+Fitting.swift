public import Foundation
import NoticeBoardBase

extension CleanPicture {
    /// Returns a picture of at most `limit` bytes: without metadata if that fits, else re-encoded by `encode`.
    ///
    /// ```swift
    /// let picture = try await CleanPicture.fitting(photo, atMost: 1 << 20) { picture, longestSide, quality in
    ///     try Vips.thumbnail(picture, longestSide ?? .max, uprighted: true).jpeg(quality: quality)
    /// }
    /// ```
    ///
    /// `encode` returns the picture as an upright JPEG whose sides have at most `longestSide` pixels, if given, with a quality
    /// from 0 to 1. It never enlarges a picture, and may block. It is called at most eight times, off the main actor.
    ///
    /// Tries a few sizes and qualities, best first, and returns the first that fits. Also takes formats that cannot be cleaned,
    /// such as HEIC, if `encode` reads them. Throws `pictureTooLarge` if no version fits, `external` if `encode` fails.
    public static func fitting(
        _ data: Data, atMost limit: Int,
        encode: @Sendable (_ picture: Data, _ longestSide: Int?, _ quality: Double) throws -> Data
    ) async throws -> CleanPicture {
        if let picture = try? CleanPicture(data), picture.data.count <= limit { return picture }
        let whole = try encoded(data, nil, 0.9, by: encode)
        var fitting = whole.data
        for (scale, quality) in fittingSteps where fitting.count > limit {
            try Task.checkCancellation()
            let side = max(1, Int(Double(whole.longestSide) * scale))
            fitting = try encoded(data, side, quality, by: encode).data
        }
        guard fitting.count <= limit else {
            throw NoticeBoardError(.pictureTooLarge, "However small it is made, the picture has more than \(limit) bytes.")
        }
        return CleanPicture(cleaned: fitting, .jpeg)
    }

    /// Scale and quality of each further attempt, best first.
    package static let fittingSteps: [(scale: Double, quality: Double)] = [
        (1, 0.7), (0.65, 0.7), (0.5, 0.65), (0.35, 0.65), (0.2, 0.6), (0.08, 0.6), (0.025, 0.5),
    ]

    /// Returns an encoded picture, cleaned: the encoder may have added metadata.
    private static func encoded(
        _ picture: Data, _ longestSide: Int?, _ quality: Double, by encode: (Data, Int?, Double) throws -> Data
    ) throws -> (data: Data, longestSide: Int) {
        let encoded: Data
        do {
            encoded = try encode(picture, longestSide, quality)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw NoticeBoardError(wrapping: error)
        }
        let clean = try JPEGPicture(encoded)
        return (clean.cleaned, max(clean.size.width, clean.size.height))
    }
}
