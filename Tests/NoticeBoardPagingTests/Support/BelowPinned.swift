import NoticeBoardPaging

/// Returns a page with two pinned rows at the top, and the next position.
func belowPinned(_ list: [Int], at position: PagePosition?, limit: Int) -> (ids: [Int], next: PagePosition?) {
    var start = 0
    if case .offset(let offset)? = position { start = offset }
    let rows = list.dropFirst(start).prefix(limit)
    let end = start + rows.count
    return ([-1, -2] + rows, end < list.count ? .offset(end) : nil)
}
