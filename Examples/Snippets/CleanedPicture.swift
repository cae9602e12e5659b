// A photo without the place where it was taken.
import Foundation
import NoticeBoardPictures

// A picture of one pixel, with a location in a comment.
let photo = Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH+DjM3LjU3TiAxMjYuOThFACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==") ?? Data()
let picture = try CleanPicture(photo)
let place = Data("37.57N".utf8)
print(picture.kind.contentType, photo.range(of: place) != nil, picture.data.range(of: place) != nil)

// Prints: image/gif true false
