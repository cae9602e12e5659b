@_spi(NoticeBoard) import NoticeBoardSearch

/// Takes what an ``HTMLReader`` reads.
protocol HTMLSink {
    /// Whether it takes no more; asked before each piece.
    var isFull: Bool { mutating get }

    mutating func text(_ range: Range<Int>, of bytes: ByteView, keepsSpace: Bool)
    mutating func character(_ character: Unicode.Scalar, keepsSpace: Bool)
    /// An element begins; a block is on lines of its own.
    mutating func open(_ element: HTMLElement, _ attributes: HTMLAttributes, isBlock: Bool)
    mutating func close(_ element: HTMLElement, isBlock: Bool)
}
