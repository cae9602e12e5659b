import NoticeBoardKit

/// Returns the element with a number from 1 on, as the user typed it; throws if there is none.
package func element<Item>(_ number: String, of items: (some RandomAccessCollection<Item>)?) throws(Failure) -> Item {
    guard let items, let number = Int(number), number > 0, number <= items.count else {
        throw Failure(.usage, "There is no number \(number.visible) here.")
    }
    return items[items.index(items.startIndex, offsetBy: number - 1)]
}

/// Returns a value; throws what is missing if it is `nil`.
package func required<Value>(_ value: Value?, _ message: String) throws(Failure) -> Value {
    if let value { value } else { throw Failure(.usage, message) }
}
