/// SwiftNIO 2.
public struct ByteBuffer: Sendable, Hashable {
    public init<Bytes: Sequence>(bytes: Bytes) where Bytes.Element == UInt8 {}
    public var readableBytesView: ByteBufferView { ByteBufferView() }
}

public struct ByteBufferView: RandomAccessCollection, Sendable {
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(position: Int) -> UInt8 { 0 }
}

public struct TimeAmount: Hashable, Sendable {
    public static func seconds(_ amount: Int64) -> TimeAmount { TimeAmount() }
}

public struct NIOTooManyBytesError: Error, Hashable {
    public var maxBytes: Int?
}
