import Foundation
import NoticeBoardHTTP

/// The query and body of a request, validated as strictly as the contract: unexpected input is refused.
struct SimulatedLinkInput {
    struct File {
        let fileExtension: String
        let data: Data
    }

    var texts: [String: String] = [:]
    var files: [File] = []
    let query: [String: String]

    init(_ request: HTTPRequest, _ target: SimulatedTarget, for call: SimulatedLinkCall) throws(SimulatedRefusal) {
        query = target.items
        guard Set(query.keys).isSubset(of: call.items) else { throw SimulatedRefusal(400, "The query has an unknown item.") }
        guard let body = try? request.body?.bytes() ?? Data() else { throw SimulatedRefusal(400, "The body cannot be read.") }
        let type = request.headers["content-type"] ?? ""
        switch call.input {
        case .nothing:
            guard body.isEmpty, type.isEmpty else { throw SimulatedRefusal(400, "This call has no body.") }
        case .json(let required, let optional):
            guard type.lowercased().utf8.prefix(while: { $0 != UInt8(ascii: ";") }).elementsEqual("application/json".utf8) else {
                throw SimulatedRefusal(400, "The body is no JSON.")
            }
            guard let object = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else {
                throw SimulatedRefusal(400, "The body is no JSON object.")
            }
            guard let texts = object as? [String: String] else { throw SimulatedRefusal(400, "A value is null, or no text.") }
            self.texts = texts
            guard required.allSatisfy({ texts[$0]?.isEmpty == false }) else {
                throw SimulatedRefusal(400, "필수값을 채워주세요.")
            }
            guard Set(texts.keys).isSubset(of: required.union(optional)) else {
                throw SimulatedRefusal(400, "There is an unknown key.")
            }
        case .form(let names, let file, let most, let bytes):
            try readForm(SimulatedForm(body, contentType: type), names, file, most, bytes)
        }
    }

    private mutating func readForm(
        _ form: SimulatedForm?, _ names: Set<String>, _ fileName: String, _ most: Int, _ bytes: Int
    ) throws(SimulatedRefusal) {
        guard let form, !form.parts.isEmpty else { throw SimulatedRefusal(400, "The body is no form, or an empty one.") }
        for part in form.parts {
            if part.name == fileName {
                files.append(try Self.file(part, bytes))
            } else {
                guard names.contains(part.name), part.fileName == nil else {
                    throw SimulatedRefusal(400, "There is an unknown field.")
                }
                let text = String(decoding: part.content, as: UTF8.self)
                guard text.utf8.elementsEqual(part.content) else { throw SimulatedRefusal(400, "A field is no UTF-8.") }
                guard texts.updateValue(text, forKey: part.name) == nil else {
                    throw SimulatedRefusal(400, "A field comes twice.")
                }
            }
        }
        guard files.count <= most else { throw SimulatedRefusal(400, "There are too many files.") }
    }

    private static func file(_ part: SimulatedForm.Part, _ bytes: Int) throws(SimulatedRefusal) -> File {
        let types = [
            "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "pdf": "application/pdf",
        ]
        guard let name = part.fileName, !name.isEmpty, name.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }),
            let end = name.split(separator: ".").last.map({ $0.lowercased() }), name.contains("."), let type = types[end],
            type == part.contentType
        else { throw SimulatedRefusal(400, "A file has another name or type than the service takes.") }
        guard !part.content.isEmpty, part.content.count <= bytes else {
            throw SimulatedRefusal(400, "A file is empty or too large.")
        }
        return File(fileExtension: end, data: part.content)
    }

    // MARK: What the service takes

    /// Whether the nickname and the phone number are good, or missing.
    var isGood: Bool {
        [("nick", #"\A[0-9A-Za-z_가-힣ㄱ-ㅣ]{2,20}\z"#), ("phoneNum", #"\A[0-9]{0,11}\z"#)].allSatisfy { name, rule in
            texts[name].map { $0.range(of: rule, options: .regularExpression) != nil } ?? true
        }
    }
}
