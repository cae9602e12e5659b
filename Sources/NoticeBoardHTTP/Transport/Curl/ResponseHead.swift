#if os(Linux)
    import NoticeBoardBase

    /// The header of a response, parsed line by line.
    ///
    /// It is complete with the blank line after a status that is not interim; libcurl reports success even if a response ends
    /// before that. Later lines are trailers, which count toward the limits and are dropped.
    struct ResponseHead {
        /// The maximum bytes of all lines, including interim responses and trailers.
        static let byteLimit = 256 << 10

        /// The status; interim ones are replaced by the final one.
        private(set) var status = HTTPStatus(rawValue: 0)
        /// The fields in the order received; repeated fields stay separate.
        private(set) var headers = HTTPHeaders()
        /// Whether the blank line was seen.
        private(set) var isComplete = false
        private var isInside = false
        /// The field that a folded line may continue.
        private var last: HTTPHeaders.Field?
        private var size = 0
        private var fields = 0

        private var isInterim: Bool { 100..<200 ~= status.rawValue }

        /// Parses the next line, with its line break.
        mutating func take(_ line: some BidirectionalCollection<UInt8>) throws(NoticeBoardError) {
            size += line.count
            guard size <= Self.byteLimit else {
                throw NoticeBoardError(.responseTooLarge, "The answer's header is larger than \(Self.byteLimit) bytes.")
            }
            let end = line.lastIndex { $0 != 10 && $0 != 13 }
            let content = end.map { line[...$0] } ?? line[..<line.startIndex]
            if isComplete || isInside, !content.isEmpty, !isInterim { fields += 1 }
            guard fields <= HTTPResponse.fieldLimit else {
                throw NoticeBoardError(.responseTooLarge, "The answer has more than \(HTTPResponse.fieldLimit) header fields.")
            }
            if isComplete { return }
            if !isInside {
                try begin(content)
            } else if content.isEmpty {
                closeField()
                isInside = false
                isComplete = !isInterim
            } else if !isInterim {
                parseField(content)
            }
        }

        /// Parses a status line: `HTTP/1.1 200 OK`, perhaps without the reason.
        private mutating func begin(_ line: some BidirectionalCollection<UInt8>) throws(NoticeBoardError) {
            let blank = UInt8(ascii: " ")
            let version = line.prefix { $0 != blank }
            let digits = line[version.endIndex...].dropFirst().prefix { $0 != blank }
            guard version.starts(with: "HTTP/".utf8), let number = Self.number(digits), 100...999 ~= number else {
                throw NoticeBoardError(.unreadableResponse, "What the server sent is no HTTP answer.")
            }
            guard number != 101 else {
                throw NoticeBoardError(.unreadableResponse, "The server changed to another protocol, unasked.")
            }
            status = HTTPStatus(rawValue: number)
            headers = HTTPHeaders()
            // Most responses have fewer fields.
            headers.reserveCapacity(16)
            isInside = true
        }

        /// Returns the number that `digits` are; `nil` if they are none, `Int.max` if no integer holds it.
        private static func number(_ digits: some Collection<UInt8>) -> Int? {
            guard !digits.isEmpty else { return nil }
            var number = 0
            for digit in digits {
                guard 48...57 ~= digit else { return nil }
                let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
                let (sum, overflows) = tens.addingReportingOverflow(Int(digit) - 48)
                number = isTooLarge || overflows ? .max : sum
            }
            return number
        }

        /// Parses a field.
        ///
        /// One without a valid name is dropped; a line that begins with a blank continues the previous field.
        private mutating func parseField(_ line: some BidirectionalCollection<UInt8>) {
            if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
                let gap = last?.value.isEmpty == true ? "" : " "
                last?.value += gap + HeaderParameters.trimmed(Self.text(line))
                return
            }
            closeField()
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), let name = HTTPHeaderName(Self.text(line[..<colon])) else {
                return
            }
            let value = HeaderParameters.trimmed(line[line.index(after: colon)...])
            let text = Self.text(value)
            // Again, if `text` made blanks of other bytes.
            let isTrimmed = text.utf8.first != 32 && text.utf8.last != 32
            last = HTTPHeaders.Field(name: name, value: isTrimmed ? text : HeaderParameters.trimmed(text))
        }

        private mutating func closeField() {
            if let last { headers.append(last.value, for: last.name) }
            last = nil
        }

        /// Decodes UTF-8, or else Latin-1, the former standard; CR and NUL become blanks.
        private static func text(_ bytes: some Collection<UInt8>) -> String {
            // Almost every line: without a copy of it.
            if bytes.allSatisfy({ 32..<127 ~= $0 }) { return String(decoding: bytes, as: UTF8.self) }
            let bytes = bytes.map { $0 == 13 || $0 == 0 ? 32 : $0 }
            let text = String(decoding: bytes, as: UTF8.self)
            if text.utf8.elementsEqual(bytes) { return text }
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }

        /// Returns the announced body length; `nil` if unknown, `Int.max` if no integer holds it.
        ///
        /// Throws if the response contradicts itself: the length decides where the next response begins.
        func announcedLength() throws(NoticeBoardError) -> Int? {
            guard headers[.transferEncoding] == nil else { return nil }
            var length: Int?
            for field in headers where field.name == .contentLength {
                for part in field.value.utf8.split(separator: UInt8(ascii: ",")) {
                    guard let number = Self.number(HeaderParameters.trimmed(part)), length ?? number == number else {
                        throw Self.contradiction
                    }
                    length = number
                }
            }
            return length
        }

        private static var contradiction: NoticeBoardError {
            NoticeBoardError(.unreadableResponse, "The answer does not say clearly how long it is.")
        }
    }
#endif
