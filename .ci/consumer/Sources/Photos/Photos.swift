import Foundation
import NoticeBoardPictures

/// An app on the main actor that uploads a photo without its metadata.
@main struct Photos {
    static func main() throws {
        let photo =
            Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH+DjM3LjU3TiAxMjYuOThFACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==") ?? Data()
        let picture = try CleanPicture(photo)
        print("Photos:", picture.kind.rawValue, picture.data.count < photo.count)
    }
}
