public import Foundation
import NoticeBoardBase

extension LinkFile {
    /// Returns a picture of at most `limit` bytes: without metadata if that fits, else re-encoded by `encode`.
    ///
    /// ```swift
    /// form.picture = try await LinkFile.picture(data) { picture, longestSide, quality in
    ///     try Vips.thumbnail(picture, longestSide ?? .max, uprighted: true).jpeg(quality: quality)
    /// }
    /// ```
    ///
    /// `encode` returns the picture as an upright JPEG whose sides have at most `longestSide` pixels, if given, with a quality
    /// from 0 to 1. It never enlarges a picture, and may block. It is called at most six times, off the main actor.
    ///
    /// Keeps as much quality and size as fits. Also takes pictures that the service does not accept, such as HEIC, if `encode`
    /// reads them. Throws `profilePictureTooLarge` if no version fits, `external` if `encode` fails.
    public static func picture(
        _ data: Data, atMost limit: Int = 1_048_576,
        encode: @Sendable (_ picture: Data, _ longestSide: Int?, _ quality: Double) throws -> Data
    ) async throws -> LinkFile {
        if let file = try? LinkFile(content: data).prepared(), file.kind != .pdf, try file.bytes().count <= limit { return file }
        func encoded(_ side: Int?, _ quality: Double) throws -> (data: Data, side: Int) {
            let encoded: Data
            do { encoded = try encode(data, side, quality) } catch let error as CancellationError { throw error } catch {
                throw NoticeBoardError(wrapping: error)
            }
            // The encoder may have added metadata.
            let picture = try JPEGPicture(encoded)
            return (picture.cleaned, max(picture.size.width, picture.size.height))
        }
        let first = try encoded(nil, fittingSteps[0].quality)
        if first.data.count <= limit { return LinkFile(first.data, .jpeg) }
        // A binary search: sizes shrink from step to step.
        var (tooLarge, fitting, best) = (0, fittingSteps.count, nil as Data?)
        while fitting - tooLarge > 1 {
            try Task.checkCancellation()
            let middle = (tooLarge + fitting) / 2
            let (scale, quality) = fittingSteps[middle]
            let smaller = try encoded(max(1, Int(Double(first.side) * scale)), quality).data
            if smaller.count <= limit { (fitting, best) = (middle, smaller) } else { tooLarge = middle }
        }
        if let best { return LinkFile(best, .jpeg) }
        throw NoticeBoardError(.profilePictureTooLarge, "However small it is made, the picture has more than \(limit) bytes.")
    }

    /// Scale and quality of each attempt, best first.
    package static let fittingSteps: [(scale: Double, quality: Double)] = [
        (1, 0.9), (1, 0.8), (1, 0.7), (1, 0.6), (0.75, 0.75), (0.75, 0.6), (0.5, 0.8), (0.5, 0.65), (0.5, 0.55), (0.35, 0.75),
        (0.35, 0.55), (0.25, 0.75), (0.25, 0.55), (0.18, 0.6), (0.12, 0.6), (0.08, 0.6), (0.05, 0.5), (0.025, 0.5),
    ]
}
