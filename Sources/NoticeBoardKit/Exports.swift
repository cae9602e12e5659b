// What an app needs of the ground rooms comes with the hall: one import is enough.
@_exported public import NoticeBoardBase
@_exported public import NoticeBoardHTTP
@_exported public import NoticeBoardPaging
@_exported public import NoticeBoardScreens
@_exported public import NoticeBoardSearch
