/// SwiftNIO 2.
public struct HTTPHeaders: Sequence, Equatable, Sendable {
    public init(_ headers: [(String, String)] = []) {}
    public mutating func add(name: String, value: String) {}
    public func makeIterator() -> AnyIterator<(name: String, value: String)> { AnyIterator { nil } }
}

public enum HTTPMethod: RawRepresentable, Equatable, Sendable {
    case RAW(value: String)
    public init(rawValue: String) { self = .RAW(value: rawValue) }
    public var rawValue: String { "" }
}

public enum HTTPResponseStatus: Sendable {
    case custom(code: UInt, reasonPhrase: String)
    public var code: UInt { 0 }
}
