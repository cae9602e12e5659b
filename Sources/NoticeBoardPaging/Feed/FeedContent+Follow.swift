/// Finding a gap's rows again in a list that has moved.
extension FeedContent {
    /// Lets the walk into a gap look for its last rows where the change of the total has moved them.
    mutating func followTotal(into gap: PageGap<Item.ID>) {
        guard let number = openGaps.firstIndex(where: { $0.edges.before == gap.before }) else { return }
        openGaps[number].walk.follow(total)
    }
}
