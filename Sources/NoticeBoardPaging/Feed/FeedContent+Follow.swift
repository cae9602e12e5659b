/// Finding a gap's rows again in a list that has moved.
extension FeedContent {
    /// Lets the walk into a gap look for its last rows where the change of the total has moved them.
    mutating func followTotal(into gap: PageGap<Item.ID>) {
        guard let number = stretch(aboveGap: gap.before) else { return }
        var walk = list.stretches[number].walk
        walk.follow(total)
        list.setWalk(walk, of: number)
    }
}
