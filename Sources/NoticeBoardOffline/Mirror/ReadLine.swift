/// The line of an item that was read.
struct ReadLine: Sendable {
    var id: StoredID
    var bytes: [UInt8]
}
