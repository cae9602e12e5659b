import NoticeBoardHTTP

/// Returns changed options of a call.
func options(
    _ options: HTTPRequest.Options = .init(), _ change: (inout HTTPRequest.Options) -> Void
) -> HTTPRequest.Options {
    var options = options
    change(&options)
    return options
}
