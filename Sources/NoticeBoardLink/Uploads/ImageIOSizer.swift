#if canImport(ImageIO)
    public import Foundation
    import CoreGraphics
    import ImageIO
    import NoticeBoardBase

    /// Encodes pictures with Apple's ImageIO, which also reads HEIC.
    ///
    /// Where the format allows it, a large picture is scaled while it is decoded and never fully in memory.
    public struct ImageIOSizer: ImageSizer {
        /// Creates an encoder.
        public init() {}

        /// Returns the picture as an upright JPEG.
        public func jpeg(from picture: Data, longestSide: Int?, quality: Double) throws -> Data {
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
