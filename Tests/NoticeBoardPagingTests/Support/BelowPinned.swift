import NoticeBoardPaging

/// What a service has on a page that puts two rows on top of every page, and where its next page begins.
func belowPinned(_ list: [Int], at position: PagePosition?, limit: Int) -> (ids: [Int], next: PagePosition?) {
    var start = 0
    if case .offset(let offset)? = position { start = offset }
    let rows = list.dropFirst(start).prefix(limit)
    let end = start + rows.count
    return ([-1, -2] + rows, end < list.count ? .offset(end) : nil)
}
