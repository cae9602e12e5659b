/// The position below a row, as the service writes it into its cursors.
struct ServiceCursor {
    /// The rank of the row when the cursor was made.
    ///
    /// A row that moves to the top gets another rank, the cursor keeps this one.
    let rank: Double
    let row: Int
    /// The number of the request that was answered with the cursor; 0 if cursors do not age.
    let request: Int

    init(rank: Double, row: Int, request: Int) {
        self.rank = rank
        self.row = row
        self.request = request
    }

    /// Creates a cursor from its text, or `nil` if the service did not write the text.
    init?(_ text: String) {
        let parts = text.split(separator: ":")
        guard parts.count == 3, let rank = Double(parts[0]), let row = Int(parts[1]), let request = Int(parts[2]) else {
            return nil
        }
        self.init(rank: rank, row: row, request: request)
    }

    var text: String { "\(rank):\(row):\(request)" }
}
