import Foundation
import NoticeBoardBase
import NoticeBoardPictures
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

@Suite("Pictures and files for an upload", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkFileTests {
    @Test("Detects a file's kind by its complete signature") func kinds() {
        let marks: [(LinkFile.Kind, [UInt8], String, String)] = [
            (.jpeg, [0xFF, 0xD8, 0xFF], "jpg", "image/jpeg"),
            (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "png", "image/png"),
            (.gif, Array("GIF87a".utf8), "gif", "image/gif"), (.gif, Array("GIF89a".utf8), "gif", "image/gif"),
            (.pdf, Array("%PDF-".utf8), "pdf", "application/pdf"),
        ]
        for (kind, mark, name, type) in marks {
            #expect((try? LinkFile.Kind(of: Data(mark + [0]))) == kind)
            #expect((try? LinkFile.Kind(of: Data(mark))) == kind)
            #expect((try? LinkFile.Kind(of: Data(mark.dropLast()))) == nil)
            #expect((try? LinkFile.Kind(of: Data([0] + mark))) == nil)
            #expect(kind.rawValue == name)
            #expect(kind.contentType == type)
        }
    }

    @Test("Checks the size of a file") func sizes() throws {
        let file = LinkFile(unchecked: Data([1, 2, 3]), kind: .gif)
        try file.check(limit: 3, else: .fileTooLarge)
        for (file, expected) in [
            (file, NoticeBoardError(.profilePictureTooLarge, "A file has 3 bytes; the service takes 2.")),
            (LinkFile(unchecked: Data(), kind: .gif), NoticeBoardError(.fileEmpty, "A file has no bytes.")),
        ] {
            let error = #expect(throws: NoticeBoardError.self) { try file.check(limit: 2, else: .profilePictureTooLarge) }
            #expect(error == expected)
        }
        let part = file.part("file", number: 3)
        #expect([part.name, part.fileName, part.contentType] == ["file", "file-3.gif", "image/gif"])
        #expect(try file.bytes(upTo: 2) == Data([1, 2]))
        #expect(try file.bytes() == Data([1, 2, 3]))
        #expect("\(file)" == "a gif file")
        #expect(!file.isPrepared)
        let unknown = #expect(throws: NoticeBoardError.self) { try LinkFile(data: Data([1])) }
        #expect(unknown == NoticeBoardError(.fileKindUnknown, "By its content the file is none of jpg, png, gif, pdf."))
        let empty = #expect(throws: NoticeBoardError.self) { try LinkFile(unchecked: Data(), kind: .gif).prepared() }
        #expect(empty == NoticeBoardError(.fileEmpty, "A file has no bytes."))
        let url = ScratchFolder.url("prepared")
        try Data("no picture".utf8).write(to: url)
        #expect(try LinkFile(data: PictureSample.rgb).prepared().isPrepared)
        let ready = LinkFile(prepared: url, .jpeg)
        #expect(ready.isPrepared)
        #expect(try ready.prepared() == ready)
        #expect(try ready.bytes(upTo: 2) == Data("no".utf8))
    }

    @Test("Checks the size of a picture again after cleaning") func grown() throws {
        let whole = PictureBuilder.gif(900_000)
        for (bytes, isPost) in [(1 << 20, false), (10 << 20, true)] {
            var open = Data(whole.dropLast(2))
            func add(_ count: Int) {
                open.append(UInt8(count))
                open.append(Data(repeating: 7, count: count))
            }
            while open.count + 256 < bytes - 1 { add(255) }
            // Fewer than 256 bytes remain; the last one terminates the blocks.
            add(bytes - open.count - 2)
            open.append(0)
            #expect(open.count == bytes)
            for (file, isTooLarge) in [(open, true), (PictureBuilder.gif(1_000), false)] {
                let picture = LinkFile(unchecked: file, kind: .gif)
                var failure: NoticeBoardError?
                do {
                    if isPost {
                        let ready = try LinkPostForm(files: [picture]).ready(cleaning: true, isNew: true)
                        #expect(ready.files == [picture])
                    } else {
                        let ready = try LinkProfileForm(nick: "새싹", picture: picture).ready(cleaning: true)
                        #expect(ready == LinkProfileForm(nick: "새싹", picture: picture))
                    }
                } catch { failure = error as? NoticeBoardError }
                #expect(failure?.code == (isTooLarge ? isPost ? .fileTooLarge : .profilePictureTooLarge : nil))
            }
        }
    }

    @Test("Preparing files throws on cancellation") func givenUp() async {
        let form = LinkPostForm(files: [LinkFile(unchecked: PictureSample.rgb, kind: .png)])
        let task = Task {
            unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
            return try form.ready(cleaning: true, isNew: true)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let odd = LinkPostForm(content: "a", files: [LinkFile(unchecked: Data([1]), kind: .png)])
        #expect((try? odd.ready(cleaning: false, isNew: true)) == odd)
        let profile = LinkProfileForm(picture: LinkFile(unchecked: Data([1]), kind: .png))
        #expect((try? profile.ready(cleaning: false)) == profile)
        for cleaning in [true, false] {
            let empty = #expect(throws: NoticeBoardError.self) {
                try LinkPostForm().ready(cleaning: cleaning, isNew: true)
            }
            let none = #expect(throws: NoticeBoardError.self) {
                try LinkPostForm().ready(cleaning: cleaning, isNew: false)
            }
            #expect(empty == NoticeBoardError(.postEmpty, "A post has a text or a file."))
            #expect(none == NoticeBoardError(.nothingToChange, "The form of an edit names no field."))
        }
    }
}
