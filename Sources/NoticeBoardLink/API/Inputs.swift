import Foundation
import NoticeBoardBase
import NoticeBoardPaging

// What is looked at before a call is made of it. Errors never repeat what was given: it ends up in logs.

extension String {
    /// Itself where it can be an ID: letters, digits, `-` and `_`, so that it can be nothing else than one segment of a path.
    func checked() throws(NoticeBoardError) -> String {
        let isID = !isEmpty && utf8.count <= 200
        guard isID, unicodeScalars.allSatisfy(\.mayStandInID) else {
            throw NoticeBoardError(.idInvalid, "An ID has letters, digits, - and _, and at least one of them.")
        }
        return self
    }

    /// Itself where it says something.
    func checkedComment() throws(NoticeBoardError) -> String {
        guard !isBlank else { throw NoticeBoardError(.commentEmpty, "A comment holds something that can be seen.") }
        return self
    }

    /// Itself where it is a path below the service: relative, and going nowhere up.
    func checkedPath() throws(NoticeBoardError) -> String {
        // A server that decodes once more, or takes a backslash for a slash, must not find a way up either.
        let text = asciiLowercased
        let segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isPath = segments.allSatisfy { segment in
            !segment.isEmpty && !segment.elementsEqual(".".utf8) && !segment.elementsEqual("..".utf8)
        }
        let hasWayUp = text.utf8.contains(UInt8(ascii: "\\")) || text.holdsEscape("2e") || text.holdsEscape("2f")
        guard isPath, !hasWayUp, unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
            !text.utf8.starts(with: "http:".utf8), !text.utf8.starts(with: "https:".utf8)
        else {
            throw NoticeBoardError(.pathInvalid, "A picture has a relative path that leads nowhere up.")
        }
        return self
    }

    /// Whether the text holds the escape with these two digits, in lower case.
    private func holdsEscape(_ digits: String) -> Bool {
        utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
            .contains { $0.starts(with: digits.utf8) }
    }

    /// Itself without the white space around it, which keyboards and password managers put behind an e-mail address.
    var withoutOuterWhiteSpace: String { trimmingCharacters(in: .whitespacesAndNewlines) }

    /// A hashtag without the `#` that it may begin with.
    var withoutHash: String { unicodeScalars.first == "#" ? String(unicodeScalars.dropFirst()) : self }
}

extension Unicode.Scalar {
    fileprivate var mayStandInID: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }
}

extension PagePosition? {
    /// The cursor that stands for the position; nothing for the first page.
    func cursor(limit: Int) throws(NoticeBoardError) -> String? {
        guard 1...100 ~= limit else {
            throw NoticeBoardError(.invalidInput, "The limit is \(limit); the service takes 1 to 100.", remedy: .fixInput(.limit))
        }
        switch self {
        case nil: return nil
        case .offset?, .page?:
            throw NoticeBoardError(.invalidInput, "The Link service pages by cursor.", remedy: .fixInput(.position))
        case .cursor(let text)?:
            // The service would begin anew, and whoever reads on would read everything twice.
            guard !text.isEmpty, text != "0" else {
                throw NoticeBoardError(.invalidInput, "The cursor means that there is no page.", remedy: .fixInput(.position))
            }
            return text
        }
    }
}
