// One import is enough: the lower modules are re-exported.
@_exported public import NoticeBoardBase
@_exported public import NoticeBoardHTTP
@_exported public import NoticeBoardOutbox
@_exported public import NoticeBoardPaging
@_exported public import NoticeBoardPictures
@_exported public import NoticeBoardScreens
@_exported public import NoticeBoardSearch
