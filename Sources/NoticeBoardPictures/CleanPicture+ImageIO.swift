#if canImport(ImageIO)
    public import Foundation
    import CoreGraphics
    import ImageIO
    import NoticeBoardBase

    extension CleanPicture {
        /// Returns a picture of at most `limit` bytes: without metadata if that fits, else re-encoded by Apple's ImageIO, which also
        /// reads HEIC.
        ///
        /// Where the format allows it, a large picture is scaled while it is decoded and never fully in memory.
        public static func fitting(_ data: Data, atMost limit: Int) async throws -> CleanPicture {
            try await fitting(data, atMost: limit, encode: jpeg)
        }

        private static func jpeg(from picture: Data, longestSide: Int?, quality: Double) throws -> Data {
            var options: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
            ]
            if let longestSide { options[kCGImageSourceThumbnailMaxPixelSize] = longestSide }
            let result = NSMutableData()
            guard let source = CGImageSourceCreateWithData(picture as CFData, nil),
                let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary),
                let destination = CGImageDestinationCreateWithData(result as CFMutableData, "public.jpeg" as CFString, 1, nil)
            else { throw NoticeBoardError(.fileDamaged, "The system cannot read the picture.") }
            let properties: [CFString: Any] = [kCGImageDestinationLossyCompressionQuality: quality]
            CGImageDestinationAddImage(destination, image, properties as CFDictionary)
            guard CGImageDestinationFinalize(destination) else {
                throw NoticeBoardError(.fileDamaged, "The system cannot encode the picture.")
            }
            return result as Data
        }
    }
#endif
