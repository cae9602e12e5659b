/// The rules that a list never breaks, whatever its service answers.
extension FeedContent {
    /// Returns the rules that the content breaks: none, unless there is a fault in the code.
    func checkInvariants() -> [String] {
        let rows = list.rows
        let slots = rows.map(\.slot)
        var faults = list.checkInvariants(order: rules.serviceOrder)
        let isItem = { [items] (slot: Int) in
            slot >= 0 && slot < items.slots.count && items.slot(of: items.item(in: slot).id) == slot
        }
        if !slots.allSatisfy(isItem) { faults.append("A row has no item.") }
        if items.count != rows.count || Set(items.order) != Set(slots) { faults.append("Rows and items differ.") }
        if rules.order == nil, items.order != slots { faults.append("Rows and items are in different orders.") }
        if rows.contains(where: { $0.cursor.map { Int($0) >= facts.cursors.count } ?? false }) {
            faults.append("A row has an unknown cursor.")
        }
        if let anchor, !items.contains(id: anchor) { faults.append("The anchor is not a row.") }
        return faults
    }
}

extension FeedMachine {
    /// The rules of the list that are broken: none, unless there is a fault in the code.
    ///
    /// Tests check them after every event.
    package var brokenInvariants: [String] { content.checkInvariants() }
}
