public import NoticeBoardBase

/// Header fields in order.
///
/// Names are case-insensitive; a name may have several values.
///
/// Values are checked when a request is built, which throws for a line break or a NUL.
public struct HTTPHeaders: Sendable, Hashable, RandomAccessCollection, ExpressibleByDictionaryLiteral, Redacted {
    /// One field.
    public struct Field: Sendable, Hashable, Redacted {
        /// The field's name.
        public var name: HTTPHeaderName
        /// The field's value.
        public var value: String

        package init(name: HTTPHeaderName, value: String) { (self.name, self.value) = (name, value) }

        /// Whether the names are equal and the values have the same bytes.
        public static func == (left: Self, right: Self) -> Bool {
            left.name == right.name && left.value.hasSameBytes(as: right.value)
        }

        /// Throws for a line break, which would let a value add header fields or a second request.
        func checkValue() throws(NoticeBoardError) {
            guard value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else { return }
            throw NoticeBoardError(invalid: .header(name), "The value of the header \(name) holds a line break or a NUL.")
        }

        /// Names whose values are harmless in a log.
        ///
        /// Every other value is hidden.
        private static let shown: Set<HTTPHeaderName> = [
            .accept, .contentType, .contentLength, .retryAfter, .userAgent, .contentEncoding, .date, "Server", .transferEncoding,
        ]

        /// Whether the name is known never to hold a secret.
        var isHarmless: Bool { Self.shown.contains(name) }

        /// `name: value`, with the value hidden unless the name is known never to hold a secret.
        public var description: String { "\(name): \(isHarmless ? value : "…")" }
    }

    private var fields: [Field] = []

    /// Creates headers without fields.
    public init() {}

    /// The value of `name`; several fields of that name are joined with commas (RFC 9110, 5.3).
    ///
    /// `Set-Cookie` and fields with a single value, such as `Content-Type` and `Location`, are not joined: the first one counts.
    /// ``values(of:)`` returns all values separately. Setting replaces every value; setting `nil` removes them.
    public subscript(name: HTTPHeaderName) -> String? {
        get {
            guard let first = fields.firstIndex(where: { $0.name == name }) else { return nil }
            let rest = fields[(first + 1)...].filter { $0.name == name }
            if rest.isEmpty || HTTPHeaderName.single.contains(name) { return fields[first].value }
            return ([fields[first]] + rest).map(\.value).joined(separator: ", ")
        }
        set {
            let place = fields.firstIndex { $0.name == name } ?? fields.count
            // Keeps the spelling of the replaced field.
            let spelling = place < fields.count ? fields[place].name : name
            fields.removeAll { $0.name == name }
            if let newValue { fields.insert(Field(name: spelling, value: newValue), at: place) }
        }
    }

    /// Every value of `name`, in order.
    public func values(of name: HTTPHeaderName) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Returns the fields with one of `names`.
    func only(_ names: Set<HTTPHeaderName>) -> HTTPHeaders {
        var only = HTTPHeaders()
        only.fields = fields.filter { names.contains($0.name) }
        return only
    }

    /// Makes room for `count` fields.
    mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }

    /// Appends a field.
    public mutating func append(_ value: String, for name: HTTPHeaderName) { fields.append(Field(name: name, value: value)) }

    /// Adds all fields of `others`, replacing values of the same name.
    public mutating func merge(_ others: HTTPHeaders) {
        for name in Set(others.map(\.name)) { self[name] = nil }
        fields += others.fields
    }

    /// The first position.
    public var startIndex: Int { fields.startIndex }
    /// The position after the last.
    public var endIndex: Int { fields.endIndex }
    /// The field at `position`.
    public subscript(position: Int) -> Field { fields[position] }

    /// Creates fields in the order written; names may repeat.
    public init(dictionaryLiteral elements: (HTTPHeaderName, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// Throws if a value contains a line break or a NUL.
    func checkValues() throws(NoticeBoardError) {
        for field in self { try field.checkValue() }
    }

    /// The fields, with values only for names that never hold a secret.
    public var description: String { fields.map(\.description).joined(separator: ", ") }
}
