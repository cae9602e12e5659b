#if canImport(ImageIO)
    public import Foundation
    import CoreGraphics
    import ImageIO
    import NoticeBoardBase

    /// Encodes pictures by Apple's ImageIO: everything that the system reads, HEIC too.
    ///
    /// No more of a large picture is ever in memory than of the small one that becomes of it, where its format allows that.
    public struct ImageIOSizer: ImageSizer {
        /// An encoder.
        public init() {}

        /// The picture as a JPEG, turned the right way up.
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
