/// Posts that come and go, as they do on a board that is in use.
extension SimulatedBoard {
    /// Puts new posts before the others, the last of them first, each a minute after the one before; returns their numbers.
    @discardableResult
    public mutating func arrive(_ count: Int = 1) -> [Int] {
        (0..<max(count, 0)).map { _ in
            let number = (posts.lazy.map(\.id).max() ?? id * 100_000) + 1
            // Dates that were made to try a client, far in the future, are not what a new post goes by.
            let time = (posts.lazy.map(\.createdAt).filter { $0 < Int64(4_000_000_000) }.max() ?? 0) + 60
            var post = SimulatedPost(
                id: number, title: "New arrival \(number)", contents: "새 글입니다.", writerName: "김민수",
                writerAddress: "minsu.kim@example.com", createdAt: time)
            post.isNew = true
            posts.insert(post, at: 0)
            return number
        }
    }

    /// Takes the posts with these numbers away; numbers that are not there do not matter.
    public mutating func vanish(_ numbers: some Sequence<Int>) {
        let gone = Set(numbers)
        posts.removeAll { gone.contains($0.id) }
    }
}
